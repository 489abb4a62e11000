/** The column that sorts a list, and the direction; null for the default order. */
export type SortState<Key extends string = string> = {
  key: Key;
  direction: 'asc' | 'desc';
} | null;

/**
 * Returns the next state after a press on a column's header: ascending, then descending, then
 * unsorted (spec §2).
 */
export function nextSort<Key extends string>(current: SortState<Key>, key: Key): SortState<Key> {
  if (current?.key !== key) return { key, direction: 'asc' };
  return current.direction === 'asc' ? { key, direction: 'desc' } : null;
}

export type SortValue = string | number | boolean | null | undefined;

/** The number of digits to which numbers in strings are padded, so that "9" comes before "10". */
const NUMBER_DIGITS = 16;

/**
 * Returns the sort key of a string. It ignores case and accents, and sorts numbers by value ("Pole
 * 9" before "Pole 10"). Computed once per string, because sorting a long list takes many
 * comparisons.
 */
function textKey(text: string): string {
  const plain = /[^\x20-\x7e]/.test(text) ? text.normalize('NFD').replace(/\p{M}+/gu, '') : text;
  return plain.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(NUMBER_DIGITS, '0'));
}

/** Compares by value. Null comes last in either direction. */
function compareKeys(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -sign : a > b ? sign : 0;
}

/**
 * Returns a sorted copy. Equal rows keep their order. Rows without a value come last in both
 * directions.
 */
export function sortRows<Row, Key extends string>(
  rows: readonly Row[],
  sort: SortState<Key>,
  read: (row: Row, key: Key) => SortValue,
): Row[] {
  if (!sort) return [...rows];
  const sign = sort.direction === 'asc' ? 1 : -1;
  const keys = new Map<string, string>();
  const keyOf = (value: SortValue): string | number | null => {
    if (typeof value !== 'string') return value === null || value === undefined ? null : +value;
    const known = keys.get(value) ?? textKey(value);
    keys.set(value, known);
    return known;
  };
  return rows
    .map((row) => ({ row, key: keyOf(read(row, sort.key)) }))
    .sort((a, b) => compareKeys(a.key, b.key, sign))
    .map(({ row }) => row);
}
