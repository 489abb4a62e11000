import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import type { ListState } from '@/lib/lists/listState.ts';
import { isPageMeasured } from '@/lib/page/useByWidth.ts';
import { NoResults } from './ui/EmptyState.tsx';
import { ErrorState } from './ui/ErrorState.tsx';
import { ListSkeleton } from './ui/Skeleton.tsx';

interface ListContentProps {
  query: Pick<UseQueryResult<unknown>, 'isPending' | 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** What the list contains, in the plural: "flags". */
  things: string;
  /** Whether controls for the whole list are above it. */
  controls?: boolean;
  /**
   * Whether the list contains nothing at all; absent: whether the query's data is an empty array.
   */
  isEmpty?: boolean | undefined;
  /** Shown instead of an empty list. */
  empty: ReactNode;
  /** If the list can be searched: the query, and how many rows it found. */
  search?: Pick<ListState<string>, 'search' | 'setSearch'> & { found: number };
  /** Shown instead of a search without results, if more than the search narrows the list. */
  noResults?: ReactNode;
  /** The list itself. */
  children: ReactNode;
}

/** The title if a list did not load. */
export const notLoaded = (things: string) => `The ${things} could not be loaded`;

/**
 * Whether a list shows its skeleton. Deferred, because building many rows takes time and the user's
 * input goes first, and shown at least until the width for the rows is known.
 */
export const useListPending = ({ isPending }: Pick<UseQueryResult<unknown>, 'isPending'>) =>
  useDeferredValue(isPending, isPending || !isPageMeasured());

/**
 * A list that is loading, failed, empty, without results, or shown. A failed refetch keeps the old
 * rows.
 */
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
