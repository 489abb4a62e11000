import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import type { ListState } from '@/lib/lists/listState.ts';
import { isPageMeasured } from '@/lib/page/useByWidth.ts';
import { NoResults } from './ui/empty-state.tsx';
import { ErrorState } from './ui/error-state.tsx';
import { ListSkeleton } from './ui/skeleton.tsx';

interface ListContentProps {
  query: Pick<UseQueryResult<unknown>, 'isPending' | 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** What the list holds, in the plural: "flags". */
  things: string;
  /** With controls of the whole list above it. */
  controls?: boolean;
  /** Whether the list holds nothing at all; absent: as its answer says, which is the list. */
  isEmpty?: boolean | undefined;
  /** Instead of such a list. */
  empty: ReactNode;
  /** Where the list can be searched: the query, and how many rows it found. */
  search?: Pick<ListState<string>, 'search' | 'setSearch'> & { found: number };
  /** Instead of a search that finds nothing, where more than the search narrows the list. */
  noResults?: ReactNode;
  /** The list itself. */
  children: ReactNode;
}

/** The title where a list did not load. */
export const notLoaded = (things: string) => `The ${things} could not be loaded`;

/**
 * Whether a list shows its skeleton. Many rows are not built in one go, what the person does meanwhile goes
 * first; nor before the room is known that they have.
 */
export const useListPending = ({ isPending }: Pick<UseQueryResult<unknown>, 'isPending'>) =>
  useDeferredValue(isPending, isPending || !isPageMeasured());

/** A list that loads, fails, is empty, finds nothing, or is there. A failed refetch keeps the old rows. */
export function ListContent({
  query,
  things,
  controls = false,
  isEmpty,
  empty,
  search,
  noResults,
  children,
}: ListContentProps) {
  const isPending = useListPending(query);
  if (isPending) return <ListSkeleton label={`Loading ${things}`} controls={controls} />;
  if (query.data === undefined)
    return (
      <ErrorState
        title={notLoaded(things)}
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  if (isEmpty ?? (Array.isArray(query.data) && query.data.length === 0)) return empty;
  if (search?.found === 0)
    return noResults ?? <NoResults query={search.search} onClear={() => search.setSearch('')} />;
  return children;
}
