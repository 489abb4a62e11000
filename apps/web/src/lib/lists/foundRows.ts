import { searchQuery, searchText } from '@halyard/domain';
import { useDeferredValue, useMemo } from 'react';
import type { ListState } from './listState.ts';
import { type SortValue, sortRows } from './sort.ts';

/** How the rows of one kind are searched and ordered; made once, outside of components. */
export interface RowRules<Row, Key extends string> {
  /** The fields that a search looks through (spec §5). */
  searched: (row: Row) => readonly string[];
  /** What an unsorted list is ordered by, the most important first. */
  defaultOrder: readonly ((row: Row) => SortValue)[];
  /** What a row is ordered by under a column. */
  value: (row: Row, key: Key) => SortValue;
}

/** The search result in its order, over all its pages. */
export function useFoundRows<Row, Key extends string>(
  rows: readonly Row[],
  rules: RowRules<Row, Key>,
  { search, sort }: Pick<ListState<Key>, 'search' | 'sort'>,
): readonly Row[] {
  const prepared = useMemo(() => {
    const ordered = rules.defaultOrder.reduceRight(
      (list, read) => sortRows(list, { key: 'default', direction: 'asc' }, read),
      rows,
    );
    return ordered.map((row) => ({ row, text: searchText(rules.searched(row)) }));
  }, [rows, rules]);
  // Typing answers at once; a long list follows when there is time.
  const typed = useDeferredValue(search);
  return useMemo(() => {
    const query = searchQuery(typed);
    const found = prepared.filter(({ text }) => text.includes(query)).map(({ row }) => row);
    return sortRows(found, sort, rules.value);
  }, [prepared, rules, typed, sort]);
}
