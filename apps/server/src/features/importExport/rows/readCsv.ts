import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CSV_TOO_LARGE,
  EXPORT_ONLY_COLUMNS,
  headingKey,
  IMPORT_COLUMNS,
  type ImportKind,
  MAX_CSV_CHARACTERS,
  MAX_CSV_LINES,
  numberText,
  type TransferColumn,
} from '@halyard/domain';
import { type Message, msg, plural, t } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { CsvError, parse } from 'csv-parse';
import { unescaped } from '../../../platform/csv.ts';
import { inBatches } from '../../../platform/database/batches.ts';
import { AppError } from '../../../platform/errors.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';

/** The cells of a CSV line by field. Fields without a column in the file are absent. */
export type Cells = Readonly<Partial<Record<string, string>>>;

export interface CsvLine {
  /** The CSV line's row number as shown in a spreadsheet. The headings are row 1. */
  line: number;
  cells: Cells;
  /** Whether the CSV line has a value to the right of the last heading. */
  overflows: boolean;
}

export interface CsvTable {
  /** The columns of the CSV file that have a known heading. */
  columns: readonly TransferColumn[];
  lines: readonly CsvLine[];
  /** Messages for the user who imports the file. */
  warnings: readonly string[];
}

/**
 * The maximum number of characters in a line of a CSV file. A longer line is assumed to have an
 * unclosed quotation mark.
 */
const MAX_LINE = 20_000;
/**
 * The maximum number of records in a CSV file. Empty records count too, because a file that
 * contains only line breaks may have millions of them.
 */
const MAX_RECORDS = MAX_CSV_LINES + 10_000;
/**
 * The size in bytes of the pieces in which a CSV file is parsed. The server can handle other
 * requests between two pieces.
 */
const PIECE = 8 * 1024;
/** The maximum number of unknown headings that a warning about a CSV file lists. */
const NAMED = 5;
/** How many characters of an unknown heading to show in a warning about a CSV file. */
const NAME_LENGTH = 40;

const invalid = (text: Message) => new AppError('invalid', text);

/**
 * Parses a CSV file as Excel and similar programs write it. Cells may be separated by commas,
 * semicolons or tabs. The file may have a byte order mark, a `sep=` line, line breaks in quoted
 * cells, columns in any order, and empty lines and columns.
 * @throws AppError `invalid` if the file is not valid CSV
 */
export async function readCsv(text: string, kind: ImportKind): Promise<CsvTable> {
  if (text.length > MAX_CSV_CHARACTERS) throw invalid(messageOf(CSV_TOO_LARGE));
  if (text.includes('\0'))
    throw invalid(msg`The file is not UTF-8 text. In Excel, save it as “CSV UTF-8”.`);
  const { body, delimiter } = withDelimiter(text.replace(/^\uFEFF/, ''));
  const [headings, ...records] = await parsed(body, delimiter);
  const { places, columns, warnings } = readHeadings(headings ?? [], kind);
  const lines: CsvLine[] = [];
  let row = 1;
  await inBatches(records, (batch) => {
    for (const record of batch) {
      row++;
      const values = record.map((cell) => unescaped(cell.trim()));
      if (values.every((cell) => cell === '')) continue;
      const cells = Object.fromEntries(places.map(([field, at]) => [field, values[at] ?? '']));
      const overflows = values.slice(headings!.length).some((cell) => cell !== '');
      lines.push({ line: row, cells, overflows });
    }
  });
  if (lines.length > MAX_CSV_LINES)
    throw invalid(
      msg`The file has ${{ count: numberText(lines.length) }} rows; the limit is 100,000. Split it into several files.`,
    );
  if (lines.length === 0) throw invalid(msg`The file has no rows below the headings.`);
  return { columns, lines, warnings };
}

async function parsed(body: string, delimiter: string): Promise<string[][]> {
  const records: string[][] = [];
  const refuseOpenQuotes = quoteCheck(body, () => records.length);
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_LINE,
    // Collect the records here instead of reading them from the stream, because streams of so many
    // objects are slow.
    on_record(record: string[]) {
      records.push(record);
      refuseOpenQuotes(record);
      if (records.length > MAX_RECORDS)
        throw invalid(
          msg`The file has more than ${{ max: numberText(MAX_RECORDS) }} rows, including empty ones.`,
        );
      return null;
    },
  }).resume();
  try {
    await pipeline(Readable.from(piecesOf(body)), parser);
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unclosed(records.length + 1);
  }
}

/**
 * Returns the error for an unclosed quotation mark in a CSV file.
 * @param line the spreadsheet row that contains the opening quotation mark
 */
const unclosed = (line: number) =>
  invalid(msg`Couldn’t read row ${{ line }}: a closing quotation mark is missing.`);

/**
 * Detects unclosed quotation marks in CSV text. Such a mark makes the parser read everything up to
 * the next quotation mark as one cell. To detect this, puts the cell in quotation marks again and
 * checks whether the file contains the result.
 * @returns a function to call with each record in order
 */
function quoteCheck(body: string, line: () => number): (record: readonly string[]) => void {
  let from = 0;
  return (record) => {
    for (const cell of record) {
      if (!cell.startsWith('"') || !/[\r\n]/.test(cell)) continue;
      const found = body.indexOf(`"${cell.replaceAll('"', '""')}"`, from);
      if (found < 0) throw unclosed(line());
      from = found + cell.length;
    }
  };
}

/** Yields text as UTF-8 in pieces, and lets the server handle other requests between two pieces. */
async function* piecesOf(body: string): AsyncIterable<Buffer> {
  const bytes = Buffer.from(body);
  for (let start = 0; start < bytes.length; start += PIECE) {
    yield bytes.subarray(start, start + PIECE);
    await nextTurn();
  }
}

/**
 * Determines which character separates the cells of a CSV file: the one in Excel's `sep=` line or,
 * without such a line, the most frequent separator in the headings.
 */
function withDelimiter(text: string): { body: string; delimiter: string } {
  const said = /^sep=([;,\t])\r?\n/i.exec(text);
  if (said) return { body: text.slice(said[0].length), delimiter: said[1]! };
  const headings = /^[^\r\n]*/.exec(text.slice(0, MAX_LINE))![0];
  const count = (char: string) => headings.split(char).length;
  const delimiter = [',', ';', '\t'].reduce((best, char) =>
    count(char) > count(best) ? char : best,
  );
  return { body: text, delimiter };
}

/**
 * Returns the columns for the headings of a CSV file.
 * @throws AppError `invalid` if a column is missing or appears twice
 */
function readHeadings(headings: readonly string[], kind: ImportKind) {
  const known = new Map(
    IMPORT_COLUMNS[kind].map((column) => [headingKey(column.header), column] as const),
  );
  const passedOver = new Set(EXPORT_ONLY_COLUMNS[kind].map(headingKey));
  const places = new Map<string, number>();
  const unknown: string[] = [];
  for (const [at, heading] of headings.entries()) {
    const key = headingKey(unescaped(heading.trim()));
    const column = known.get(key);
    if (column && places.has(column.field))
      throw invalid(msg`The column “${{ header: column.header }}” appears twice.`);
    if (column) places.set(column.field, at);
    else if (key !== '' && !passedOver.has(key)) unknown.push(heading.trim());
  }
  const missing = IMPORT_COLUMNS[kind].filter(
    ({ field, required }) => required && !places.has(field),
  );
  if (missing.length > 0) {
    const names = missing.map(({ header }) => `“${header}”`).join(', ');
    throw invalid(
      msg`${plural({ count: missing.length }, { one: 'A column is', other: 'Columns are' })} missing in row 1: ${{ names }}.`,
    );
  }
  return {
    places: [...places],
    columns: IMPORT_COLUMNS[kind].filter(({ field }) => places.has(field)),
    warnings: unknown.length === 0 ? [] : [unknownColumns(unknown)],
  };
}

function unknownColumns(headings: readonly string[]): string {
  const names = headings.slice(0, NAMED).map((heading) => `“${heading.slice(0, NAME_LENGTH)}”`);
  const list = names.join(', ');
  const more = headings.length - NAMED;
  return more > 0
    ? t`Unknown columns are ignored: ${{ list }} and ${{ more }} more.`
    : t`${plural({ count: names.length }, { one: '# unknown column is', other: '# unknown columns are' })} ignored: ${{ list }}.`;
}
