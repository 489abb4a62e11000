import { type SortValue, searchQuery, searchText, sortRows } from '@halyard/domain';
import { useDeferredValue, useMemo } from 'react';
import type { ListState } from './listState.ts';

/** How rows of one kind are searched and sorted. Create it once, outside of components. */
export interface RowRules<Row, Key extends string> {
  /** Returns the fields of a row that are searched (spec §5). */
  searched: (row: Row) => readonly string[];
  /** The default sort keys of the list, most significant first. Each returns a value to sort by. */
  defaultOrder: readonly ((row: Row) => SortValue)[];
  /** Returns a row's sort value in a column. */
  value: (row: Row, key: Key) => SortValue;
}

/** Returns the rows that match the search, sorted, from all pages. */
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
