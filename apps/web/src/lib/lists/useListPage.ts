import { type CallParams, type CallQuery, writeSort } from '@halyard/domain';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type ListAnswer,
  type ListCall,
  type ListItem,
  listPageQuery,
  type PageQuery,
} from '@/lib/api/listPages.ts';
import type { ListState } from './listState.ts';

/**
 * How long to wait after the user stops typing before the search is sent to the server, in
 * milliseconds.
 */
export const TYPING_PAUSE_MS = 100;

/** One page of a list from the server. */
export interface ListPageResult<C extends ListCall> {
  query: UseQueryResult<ListAnswer<C>>;
  /** The rows of the page or, while it is loading, of the previous page. */
  rows: readonly ListItem<C>[];
  /** The number of rows on all pages; undefined until the first page has arrived. */
  total: number | undefined;
  /** Whether the list has no rows at all; always false during a search. */
  isEmpty: boolean;
  /** The text that the server searches for, which lags behind the typed text. */
  searched: string;
}

const NONE: readonly never[] = [];

/**
 * Fetches one page of a list that the server searches, sorts and divides into pages.
 * @param more further query parameters, such as a company
 * @param enabled whether to fetch at all
 * @param params the parameters in the path of the call
 */
export function useListPage<C extends ListCall, Key extends string>(
  name: C,
  list: Pick<ListState<Key>, 'search' | 'sort' | 'page' | 'pageSize'>,
  more: Partial<CallQuery<C>> = {},
  enabled = true,
  params: Partial<CallParams<C>> = {},
): ListPageResult<C> {
  const q = useAfterTyping(list.search.trim());
  const query = useQuery({
    ...listPageQuery(
      name,
      {
        page: String(list.page),
        limit: String(list.pageSize),
        ...(q !== '' && { q }),
        ...(list.sort && { sort: writeSort(list.sort) }),
        ...more,
      } as PageQuery<C>,
      params,
    ),
    enabled,
  });
  return {
    query,
    rows: query.data?.items ?? NONE,
    total: query.data?.total,
    isEmpty: query.data?.total === 0 && q === '' && !query.isPlaceholderData,
    searched: q,
  };
}

/** Returns the typed text once typing has paused, or immediately if it is empty. */
export function useAfterTyping(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
}
