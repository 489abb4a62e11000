import { readSort, type SortState, writeSort } from '@halyard/domain';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from './pageSizes.ts';
import { nextSort } from './sort.ts';

export interface ListState<Key extends string> {
  search: string;
  setSearch: (search: string) => void;
  sort: SortState<Key>;
  /** Changes the sort order after the user clicks a column's header. */
  toggleSort: (key: Key) => void;
  setSort: (sort: SortState<Key>) => void;
  /** The page number in the URL, which may be too high. Use `clampPage`. */
  page: number;
  setPage: (page: number) => void;
  pageSize: number;
  setPageSize: (size: number) => void;
}

interface ListOptions<Key extends string> {
  /** The columns by which the list can be sorted. */
  sortKeys: readonly Key[];
  /** A prefix for the list's URL parameters, for pages with two lists. */
  prefix?: string;
  /**
   * The `prefix` values of other lists that share this list's search text. A new search returns
   * those lists to page 1 as well. Must be the same array on every render.
   */
  searchedTogether?: readonly string[];
}

const NONE: readonly string[] = [];

/**
 * Returns the search, sort order, page and page size of a list, which are kept in the URL for Back,
 * reloads and shared links (spec §2). A new search or page size returns to page 1.
 */
export function useListState<Key extends string>({
  sortKeys,
  prefix = '',
  searchedTogether = NONE,
}: ListOptions<Key>): ListState<Key> {
  const [params, setParams] = useSearchParams();

  const change = useCallback(
    (values: Record<string, string | null>, replace: boolean, restarted = NONE) => {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(values)) {
            if (value === null || value === '') next.delete(prefix + name);
            else next.set(prefix + name, value);
          }
          for (const other of restarted) next.delete(`${other}page`);
          return next;
        },
        { replace },
      );
    },
    [setParams, prefix],
  );

  const rawSort = params.get(`${prefix}sort`);
  const sort = useMemo(() => readSort(rawSort, sortKeys), [rawSort, sortKeys]);
  const size = Number(params.get(`${prefix}size`));
  const pageSize = PAGE_SIZES.find((known) => known === size) ?? DEFAULT_PAGE_SIZE;
  const search = params.get(`${prefix}q`) ?? '';
  const page = Math.max(1, Math.trunc(Number(params.get(`${prefix}page`))) || 1);

  // Memoized, so that it works with `memo` and `useDeferredValue`.
  return useMemo(
    () => ({
      search,
      // Typing adds no history entries, so that Back leaves the page.
      setSearch: (next) => change({ q: next, page: null }, true, searchedTogether),
      sort,
      setSort: (next) => change({ sort: writeSort(next) }, true),
      toggleSort: (key) => change({ sort: writeSort(nextSort(sort, key)) }, true),
      page,
      setPage: (next) => change({ page: next === 1 ? null : String(next) }, false),
      pageSize,
      setPageSize: (next) =>
        change({ size: next === DEFAULT_PAGE_SIZE ? null : String(next), page: null }, false),
    }),
    [search, sort, page, pageSize, change, searchedTogether],
  );
}
