import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | boolean | null;

/**
 * Matches text that a spreadsheet would treat as a formula if the leading apostrophes were removed.
 */
const ESCAPED = /^'+[=+\-@\t\r＝＋－＠]/;

/**
 * Writes a CSV file (RFC 4180). Prefixes text that a spreadsheet would treat as a formula with an
 * apostrophe, which `readCsv` removes.
 * @param bom whether to add a byte order mark, without which Excel does not recognize UTF-8
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
    // Lone CRs and LFs are quoted too, because other programs would start a new record there.
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => (value ? 'yes' : 'no') },
  });
}

/** Removes the apostrophe that `writeCsv` adds. */
export function unescaped(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
