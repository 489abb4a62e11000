import type { ReactNode } from 'react';
import type { ListState } from '@/lib/lists/listState.ts';
import { Page, PageHeader, Toolbar } from './ui/page-header.tsx';
import { SearchInput } from './ui/search-input.tsx';

interface ListPageProps {
  title: string;
  subtitle: string;
  /** The specification's placeholder of the search. */
  searchPlaceholder: string;
  list: Pick<ListState<string>, 'search' | 'setSearch'>;
  /** The button that adds to the list; false for those who may not. */
  action?: ReactNode;
  /** Beside the search. */
  filters?: ReactNode;
  /** The list, and the dialogs that belong to it. */
  children: ReactNode;
}

/** A page that is one list: title, what it is for, Add, search. */
export function ListPage({
  title,
  subtitle,
  searchPlaceholder,
  list,
  action,
  filters,
  children,
}: ListPageProps) {
  return (
    <Page>
      <PageHeader title={title} subtitle={subtitle} actions={action} />
      <Toolbar>
        <SearchInput
          value={list.search}
          onValueChange={list.setSearch}
          placeholder={searchPlaceholder}
        />
        {filters}
      </Toolbar>
      {children}
    </Page>
  );
}
