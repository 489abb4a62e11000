import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | boolean | null;

/**
 * Matches text that a spreadsheet would treat as a formula if it did not start with an apostrophe.
 */
const ESCAPED = /^'+[=+\-@\t\r＝＋－＠]/;

/**
 * Writes a CSV file (RFC 4180). Adds an apostrophe to text that a spreadsheet would treat as a
 * formula. `readCsv` removes it again.
 * @param bom whether to add a byte order mark, which Excel needs to recognize UTF-8
 */
export function writeCsv(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  { bom }: { bom: boolean },
): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' && ESCAPED.test(cell) ? `'${cell}` : cell)),
  );
  return stringify([[...headings], ...cells], {
    bom,
    escape_formulas: true,
    record_delimiter: 'windows',
    // Also quote single CRs and LFs, because other programs would start a new record there.
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => (value ? 'yes' : 'no') },
  });
}

/** Removes the apostrophe that `writeCsv` adds. */
export function unescaped(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
