import { type SortValue, searchQuery, searchText, sortRows } from '@halyard/domain';
import { useDeferredValue, useMemo } from 'react';
import type { ListState } from './listState.ts';

/**
 * How the rows of a list are searched and sorted. Create this object outside of components, so that
 * it never changes.
 */
export interface RowRules<Row, Key extends string> {
  /** Returns the parts of a row that are searched (spec §5). */
  searched: (row: Row) => readonly string[];
  /** Functions that return a row's default sort keys, most significant first. */
  defaultOrder: readonly ((row: Row) => SortValue)[];
  /** Returns a row's value for sorting by a column. */
  value: (row: Row, key: Key) => SortValue;
}

/** Returns all rows that match the search, sorted. */
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
  // Typing is shown immediately; a long list is updated when there is time.
  const typed = useDeferredValue(search);
  return useMemo(() => {
    const query = searchQuery(typed);
    const found = prepared.filter(({ text }) => text.includes(query)).map(({ row }) => row);
    return sortRows(found, sort, rules.value);
  }, [prepared, rules, typed, sort]);
}
