/** Which column orders a list; null: unsorted, the list's own order. */
export type SortState<Key extends string = string> = {
  key: Key;
  direction: 'asc' | 'desc';
} | null;

/** A press on a column's header: ascending, then descending, then unsorted (spec §2). */
export function nextSort<Key extends string>(current: SortState<Key>, key: Key): SortState<Key> {
  if (current?.key !== key) return { key, direction: 'asc' };
  return current.direction === 'asc' ? { key, direction: 'desc' } : null;
}

export type SortValue = string | number | boolean | null | undefined;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Text as people order it ("Pole 9" before "Pole 10"), numbers by size, nothing last. */
export function compareValues(a: SortValue, b: SortValue): number {
  const aIsNone = a === null || a === undefined;
  const bIsNone = b === null || b === undefined;
  if (aIsNone || bIsNone) return Number(aIsNone) - Number(bIsNone);
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}

/** A sorted copy; rows that are alike keep their order. Rows without a value come last both ways. */
export function sortRows<Row, Key extends string>(
  rows: readonly Row[],
  sort: SortState<Key>,
  read: (row: Row, key: Key) => SortValue,
): Row[] {
  if (!sort) return [...rows];
  const sign = sort.direction === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, value: read(row, sort.key) }))
    .sort((a, b) => {
      const oneIsNone = (a.value ?? null) === null || (b.value ?? null) === null;
      return compareValues(a.value, b.value) * (oneIsNone ? 1 : sign);
    })
    .map(({ row }) => row);
}
