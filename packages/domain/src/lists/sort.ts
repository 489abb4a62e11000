/** The column by which a list is sorted, and the direction; null for the default order. */
export type SortState<Key extends string = string> = {
  key: Key;
  direction: 'asc' | 'desc';
} | null;

export type SortValue = string | number | boolean | null | undefined;

/** Numbers in sort keys are padded to this number of digits, so that "9" comes before "10". */
const NUMBER_DIGITS = 16;

/**
 * Returns a key for sorting text. It ignores case and accents, and sorts numbers by value ("Pole 9"
 * before "Pole 10").
 */
export function textKey(text: string): string {
  const plain = /[^\x20-\x7e]/.test(text) ? text.normalize('NFD').replace(/\p{M}+/gu, '') : text;
  return plain.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(NUMBER_DIGITS, '0'));
}

/**
 * The value to sort a row by, in a form that can be compared directly; null if the row has no
 * value.
 */
export type SortKey = string | number | null;

/**
 * Compares two sort keys. Null comes last in both directions.
 * @param sign 1 for ascending, -1 for descending
 */
export function compareSortKeys(a: SortKey, b: SortKey, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -sign : a > b ? sign : 0;
}

/**
 * Returns a sorted copy of a list. Rows with equal values keep their order. Rows without a value
 * come last in both directions.
 */
export function sortRows<Row, Key extends string>(
  rows: readonly Row[],
  sort: SortState<Key>,
  read: (row: Row, key: Key) => SortValue,
): Row[] {
  if (!sort) return [...rows];
  const sign = sort.direction === 'asc' ? 1 : -1;
  const keys = new Map<string, string>();
  const keyOf = (value: SortValue): SortKey => {
    if (typeof value !== 'string') return value === null || value === undefined ? null : +value;
    const known = keys.get(value) ?? textKey(value);
    keys.set(value, known);
    return known;
  };
  return rows
    .map((row) => ({ row, key: keyOf(read(row, sort.key)) }))
    .sort((a, b) => compareSortKeys(a.key, b.key, sign))
    .map(({ row }) => row);
}

/**
 * Reads a sort order from a URL: `name` for ascending, `-name` for descending; null if the column
 * is unknown.
 */
export function readSort<Key extends string>(
  raw: string | null | undefined,
  sortKeys: readonly Key[],
): SortState<Key> {
  const key = sortKeys.find((known) => known === raw?.replace(/^-/, ''));
  return key ? { key, direction: raw?.startsWith('-') ? 'desc' : 'asc' } : null;
}

/** Returns a sort order in the form that `readSort` reads; null for the default order. */
export function writeSort(sort: SortState): string | null {
  return sort && (sort.direction === 'desc' ? `-${sort.key}` : sort.key);
}
