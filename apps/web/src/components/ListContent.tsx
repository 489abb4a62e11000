import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import type { ListState } from '@/lib/lists/listState.ts';
import { isPageMeasured } from '@/lib/page/useByWidth.ts';
import { NoResults } from './ui/EmptyState.tsx';
import { ErrorState } from './ui/ErrorState.tsx';
import { ListSkeleton } from './ui/Skeleton.tsx';

/** Whole texts for each kind of list: other languages have articles and endings for the noun. */
const TEXTS = {
  companies: {
    loading: t`Loading companies`,
    notLoaded: t`The companies could not be loaded`,
  },
  compliance: {
    loading: t`Loading compliance`,
    notLoaded: t`The compliance could not be loaded`,
  },
  employees: {
    loading: t`Loading employees`,
    notLoaded: t`The employees could not be loaded`,
  },
  flags: {
    loading: t`Loading flags`,
    notLoaded: t`The flags could not be loaded`,
  },
  locations: {
    loading: t`Loading locations`,
    notLoaded: t`The locations could not be loaded`,
  },
  'open alerts': {
    loading: t`Loading open alerts`,
    notLoaded: t`The open alerts could not be loaded`,
  },
  orders: {
    loading: t`Loading orders`,
    notLoaded: t`The orders could not be loaded`,
  },
  'refused devices': {
    loading: t`Loading refused devices`,
    notLoaded: t`The refused devices could not be loaded`,
  },
  'resolved alerts': {
    loading: t`Loading resolved alerts`,
    notLoaded: t`The resolved alerts could not be loaded`,
  },
} as const satisfies Record<string, { loading: string; notLoaded: string }>;

type Things = keyof typeof TEXTS;

interface ListContentProps {
  query: Pick<UseQueryResult<unknown>, 'isPending' | 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** What the list contains. */
  things: Things;
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

/** The title if a list did not load. @param things a translated noun, in the plural */
export const notLoaded = (things: string) => t`The ${things} could not be loaded`;

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
  if (isPending) return <ListSkeleton label={TEXTS[things].loading} controls={controls} />;
  if (query.data === undefined)
    return (
      <ErrorState
        title={TEXTS[things].notLoaded}
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
