import type { ImportLine, TransferColumn } from '@halyard/domain';
import type { z } from 'zod';
import { inBatches } from '../database/batches.ts';
import type { Cells, CsvTable } from './readCsv.ts';

/** What is said of one field of a line. */
export interface FieldNote {
  field: string;
  text: string;
}

/** A line's values under the names of the API's fields, references as IDs. */
export type Input = Readonly<Record<string, unknown>>;

/** What one kind knows of its lines; all of it was read before, so that judging is pure. */
export interface LineRules<Value> {
  /** The API's own schema of a new thing. */
  schema: z.ZodType<Value>;
  /** @param notes takes what is wrong with a reference */
  inputOf(cells: Cells, notes: FieldNote[]): Input;
  /** Says, with others or alone, which thing a line is about. */
  keyField: string;
  /** What makes two lines the same thing; null where the line does not say. */
  keyOf(input: Input): string | null;
  /** How the line is called. */
  nameOf(cells: Cells): string;
  /** What is there under a key, as `inputOf` would have it. */
  present: ReadonlyMap<string, readonly Input[]>;
  /** What the schema alone does not know. */
  refusals(value: Value, key: string): FieldNote[];
}

export interface JudgedLine<Value> extends ImportLine {
  /** Of a line that is to be created. */
  value: Value | null;
}

/** Each line's fate, in the order of the file; changes nothing. */
export async function judgeLines<Value>(
  table: CsvTable,
  rules: LineRules<Value>,
): Promise<JudgedLine<Value>[]> {
  const judged: JudgedLine<Value>[] = [];
  const headers = new Map(table.columns.map(({ field, header }) => [field, header]));
  const lineOf = new Map<string, number>();
  await inBatches(table.lines, (batch) => {
    for (const { line, cells, overflows } of batch) {
      const verdict = judgeLine(cells, rules, table.columns, lineOf, line);
      if (overflows) verdict.notes.push({ field: '', text: 'More cells than line 1 has headings' });
      judged.push({
        line,
        name: rules.nameOf(cells),
        ...(overflows ? { fate: 'refused', value: null } : verdict),
        notes: verdict.notes.map(({ field, text }) => ({
          column: headers.get(field) ?? field,
          text,
        })),
      });
    }
  });
  return judged;
}

type Verdict<Value> = Pick<JudgedLine<Value>, 'fate' | 'value'> & { notes: FieldNote[] };

function judgeLine<Value>(
  cells: Cells,
  rules: LineRules<Value>,
  columns: readonly TransferColumn[],
  lineOf: Map<string, number>,
  line: number,
): Verdict<Value> {
  const notes: FieldNote[] = [];
  const input = rules.inputOf(cells, notes);
  const key = rules.keyOf(input);
  const there = key === null ? [] : (rules.present.get(key) ?? []);
  if (notes.length === 0 && there.length > 0) {
    const differences = there.map((thing) => differing(input, thing, columns));
    const fewest = differences.reduce((best, next) => (next.length < best.length ? next : best));
    return { fate: fewest.length === 0 ? 'same' : 'differs', value: null, notes: fewest };
  }
  const parsed = rules.schema.safeParse(input);
  if (!parsed.success) notes.push(...issuesOf(parsed.error, notes));
  else if (key !== null && notes.length === 0) notes.push(...rules.refusals(parsed.data, key));
  const earlier = key === null ? undefined : lineOf.get(key);
  if (earlier !== undefined)
    notes.push({ field: rules.keyField, text: `The same as in line ${earlier}` });
  else if (key !== null) lineOf.set(key, line);
  if (notes.length > 0 || !parsed.success) return { fate: 'refused', value: null, notes };
  return { fate: 'create', value: parsed.data, notes };
}

/** The schema's words, one for each field that has none yet. */
function issuesOf(error: z.ZodError, before: readonly FieldNote[]): FieldNote[] {
  const said = new Set(before.map(({ field }) => field));
  const found: FieldNote[] = [];
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? '');
    if (!said.has(field)) found.push({ field, text: message });
    said.add(field);
  }
  return found;
}

/** Where a line says something else than what is there. */
function differing(input: Input, thing: Input, columns: readonly TransferColumn[]): FieldNote[] {
  return columns
    .filter(({ field }) => textOf(input[field]) !== textOf(thing[field]))
    .map(({ field }) => ({ field, text: 'Different from what is there, which stays' }));
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);
