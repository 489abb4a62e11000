import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | boolean | null;

/**
 * Matches a cell with a formula that is preceded by one or more apostrophes. Spreadsheets treat
 * such a cell as text.
 */
const ESCAPED = /^'+[=+\-@\t\r＝＋－＠]/;

type Row = readonly Cell[];

/**
 * Writes a CSV file (RFC 4180). Adds an apostrophe to text that a spreadsheet would treat as a
 * formula. `readCsv` removes it again.
 * @param bom whether to add a byte order mark, which Excel needs to recognize UTF-8
 */
export function writeCsv(
  headings: readonly string[],
  rows: readonly Row[],
  { bom }: { bom: boolean },
): string {
  return writeRows([headings, ...rows.map(escaped)], bom);
}

/**
 * Writes a large CSV file in parts. The parts together are the same as the result of `writeCsv` for
 * all rows.
 * @param slices the rows in order, in batches
 */
export async function* csvParts(
  headings: readonly string[],
  slices: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  { bom }: { bom: boolean },
): AsyncGenerator<string> {
  let start = writeRows([headings], bom);
  for await (const rows of slices) {
    if (rows.length === 0) continue;
    yield start + writeRows(rows.map(escaped), false);
    start = '';
  }
  if (start !== '') yield start;
}

const escaped = (row: Row): Row =>
  row.map((cell) => (typeof cell === 'string' && ESCAPED.test(cell) ? `'${cell}` : cell));

const writeRows = (rows: readonly Row[], bom: boolean): string =>
  stringify([...rows] as Cell[][], {
    bom,
    escape_formulas: true,
    record_delimiter: 'windows',
    // Also quote single CRs and LFs, because other programs would start a new record there.
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => (value ? 'yes' : 'no') },
  });

/** Removes the apostrophe that `writeCsv` adds. */
export function unescaped(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
