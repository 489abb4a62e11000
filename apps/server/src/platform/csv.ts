import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | boolean | null;

/** What a spreadsheet would take for a formula, behind the apostrophes that keep it from that. */
const ESCAPED = /^'+[=+\-@\t\r＝＋－＠]/;

/**
 * A CSV file (RFC 4180): a text that a spreadsheet would take for a formula gets an apostrophe in
 * front, which `readCsv` takes away again.
 * @param bom for files that people open in Excel, which else takes them for no UTF-8
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
    // A single line break too, at which other readers would begin a new record.
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => (value ? 'yes' : 'no') },
  });
}

/** A cell as it was before `writeCsv` kept it from being a formula. */
export function unescaped(cell: string): string {
  return ESCAPED.test(cell) ? cell.slice(1) : cell;
}
