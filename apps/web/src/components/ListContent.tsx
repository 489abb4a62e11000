import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import type { ListState } from '@/lib/lists/listState.ts';
import { isPageMeasured } from '@/lib/page/useByWidth.ts';
import { NoResults } from './ui/EmptyState.tsx';
import { ErrorState } from './ui/ErrorState.tsx';
import { ListSkeleton } from './ui/Skeleton.tsx';

/**
 * The messages of each kind of list. Each message is a complete phrase, because a noun inserted
 * into a translation might need an article or an ending.
 */
const TEXTS = {
  companies: {
    loading: t`Loading companies`,
    notLoaded: t`Couldn’t load companies`,
  },
  compliance: {
    loading: t`Loading compliance data`,
    notLoaded: t`Couldn’t load compliance data`,
  },
  employees: {
    loading: t`Loading employees`,
    notLoaded: t`Couldn’t load employees`,
  },
  flags: {
    loading: t`Loading flags`,
    notLoaded: t`Couldn’t load flags`,
  },
  locations: {
    loading: t`Loading locations`,
    notLoaded: t`Couldn’t load locations`,
  },
  'open alerts': {
    loading: t`Loading open alerts`,
    notLoaded: t`Couldn’t load open alerts`,
  },
  orders: {
    loading: t`Loading orders`,
    notLoaded: t`Couldn’t load orders`,
  },
  'rejected devices': {
    loading: t`Loading rejected devices`,
    notLoaded: t`Couldn’t load rejected devices`,
  },
  'resolved alerts': {
    loading: t`Loading resolved alerts`,
    notLoaded: t`Couldn’t load resolved alerts`,
  },
} as const satisfies Record<string, { loading: string; notLoaded: string }>;

type Things = keyof typeof TEXTS;

interface ListContentProps {
  query: Pick<UseQueryResult<unknown>, 'isPending' | 'data' | 'error' | 'refetch' | 'isFetching'>;
  /** The kind of items in the list, which determines the list's messages. */
  things: Things;
  /** Whether the list has master controls above it. */
  controls?: boolean;
  /**
   * Whether the list is empty. By default, a list is empty if the query returned an empty array.
   */
  isEmpty?: boolean | undefined;
  /** The content to show if the list is empty. */
  empty: ReactNode;
  /** The search text and the number of matching rows; omitted if the list cannot be searched. */
  search?: Pick<ListState<string>, 'search' | 'setSearch'> & { found: number };
  /** The message to show if the active filters match nothing. */
  noResults?: ReactNode;
  /** The list to show once it has loaded. */
  children: ReactNode;
}

/** Returns the error title for a list that did not load. @param things a translated plural noun */
export const notLoaded = (things: string) => t`Couldn’t load ${things}`;

/**
 * Returns whether a list shows placeholder rows. This is the case until the list's width is known,
 * and while the real rows render in the background.
 */
export const useListPending = ({ isPending }: Pick<UseQueryResult<unknown>, 'isPending'>) =>
  useDeferredValue(isPending, isPending || !isPageMeasured());

/**
 * Shows a list or its state: loading, failed, empty, or no results. If a refetch fails, the old
 * rows stay.
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
