import type { ReactNode } from 'react';
import type { ListState } from '@/lib/lists/listState.ts';
import { Page, PageHeader, Toolbar } from './ui/PageHeader.tsx';
import { SearchInput } from './ui/SearchInput.tsx';

interface ListPageProps {
  title: string;
  subtitle: string;
  /** The search field's placeholder, as worded in the specification. */
  searchPlaceholder: string;
  list: Pick<ListState<string>, 'search' | 'setSearch'>;
  /** The Add button; false for users who are not allowed to add items. */
  action?: ReactNode;
  /** The filters to show next to the search field. */
  filters?: ReactNode;
  /** The list, and the dialogs opened from its rows. */
  children: ReactNode;
}

/** A page with one list: its title, subtitle, Add button and search. */
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
