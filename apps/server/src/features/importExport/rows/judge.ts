import type { ImportChange, ImportLine, TransferColumn } from '@halyard/domain';
import type { z } from 'zod';
import { inBatches } from '../../../platform/database/batches.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Cells, CsvTable } from './readCsv.ts';

/** What is said of one field of a line. */
export interface FieldNote {
  field: string;
  text: string;
}

/** A line's values under the names of the API's fields, references as IDs. */
export type Input = Readonly<Record<string, unknown>>;

/** An existing thing with its values as `inputOf` has them. */
export type Present = Input & { readonly id: string };

/** What one kind knows of its lines; all of it was read before, so that judging is pure. */
export interface LineRules<Value, Fields> {
  /** The API's own schema of a new thing. */
  schema: z.ZodType<Value>;
  /** The API's own schema of an edit. */
  editSchema: z.ZodType<Fields>;
  /** @param notes takes what is wrong with a reference */
  inputOf(cells: Cells, notes: FieldNote[]): Input;
  /** Says, with others or by itself, which thing a line is about. An import never changes it. */
  keyField: string;
  /** What makes two lines the same thing; null where the line does not say. */
  keyOf(input: Input): string | null;
  /** How the line is called. */
  nameOf(cells: Cells): string;
  /** The existing things under a key. */
  present: ReadonlyMap<string, readonly Present[]>;
  /** What the schema does not know about a new thing. */
  refusals(value: Value, key: string): FieldNote[];
  /** Fields of an existing thing that no import changes → what to do instead. */
  fixed: Readonly<Record<string, string>>;
  /**
   * What the schema does not know about a change.
   * @param next the thing as it would be
   */
  editRefusals(thing: Present, next: Input): FieldNote[];
  /** A value as an export writes it. */
  written(field: string, value: unknown): string;
}

export interface JudgedLine<Value, Fields> extends ImportLine {
  /** Of a line that is to be created. */
  value: Value | null;
  /** Of a line that changes something. */
  edit: Edit<Fields> | null;
}

/** Each line's fate, in the order of the file; changes nothing. @param all the kind's columns */
export async function judgeLines<Value, Fields>(
  table: CsvTable,
  rules: LineRules<Value, Fields>,
  all: readonly TransferColumn[],
): Promise<JudgedLine<Value, Fields>[]> {
  const judged: JudgedLine<Value, Fields>[] = [];
  const headers = new Map(all.map(({ field, header }) => [field, header]));
  const seen: Seen = new Map();
  await inBatches(table.lines, (batch) => {
    for (const { line, cells, overflows } of batch) {
      const found = judgeLine(cells, rules, table.columns, seen, line);
      const verdict = overflows
        ? refused([...found.notes, { field: '', text: 'More cells than line 1 has headings' }])
        : found;
      judged.push({
        ...verdict,
        line,
        name: rules.nameOf(cells),
        notes: verdict.notes.map(({ field, text }) => ({
          column: headers.get(field) ?? field,
          text,
        })),
      });
    }
  });
  return judged;
}

type Verdict<Value, Fields> = Pick<
  JudgedLine<Value, Fields>,
  'fate' | 'value' | 'edit' | 'changes'
> & { notes: readonly FieldNote[] };
/** Key → the first line that is about it. */
type Seen = Map<string, { line: number; changes: boolean }>;

const NOTHING = { value: null, edit: null, changes: [] };
const refused = (notes: readonly FieldNote[]) => ({ ...NOTHING, fate: 'refused' as const, notes });
const repeated = (field: string, line: number): FieldNote => ({
  field,
  text: `The same as in line ${line}`,
});

function judgeLine<Value, Fields>(
  cells: Cells,
  rules: LineRules<Value, Fields>,
  columns: readonly TransferColumn[],
  seen: Seen,
  line: number,
): Verdict<Value, Fields> {
  const notes: FieldNote[] = [];
  const input = rules.inputOf(cells, notes);
  const key = rules.keyOf(input);
  const things = key === null ? [] : (rules.present.get(key) ?? []);
  const verdict =
    things.length > 0
      ? judgeEdit(cells, { input, notes, things }, rules, columns)
      : judgeNew({ input, notes, key }, rules);
  if (key === null) return verdict;
  const earlier = seen.get(key);
  const changes = verdict.fate === 'update';
  if (!earlier) seen.set(key, { line, changes });
  // Two lines may describe an existing thing as it is: several have the same name.
  else if (things.length === 0 || changes || earlier.changes)
    return refused([...verdict.notes, repeated(rules.keyField, earlier.line)]);
  return verdict;
}

function judgeNew<Value, Fields>(
  { input, notes, key }: { input: Input; notes: FieldNote[]; key: string | null },
  rules: LineRules<Value, Fields>,
): Verdict<Value, Fields> {
  const parsed = rules.schema.safeParse(input);
  if (!parsed.success) return refused([...notes, ...issuesOf(parsed.error, notes)]);
  if (key !== null && notes.length === 0) notes.push(...rules.refusals(parsed.data, key));
  if (notes.length > 0) return refused(notes);
  return { ...NOTHING, fate: 'create', value: parsed.data, notes };
}

function judgeEdit<Value, Fields>(
  cells: Cells,
  { input, notes, things }: { input: Input; notes: FieldNote[]; things: readonly Present[] },
  rules: LineRules<Value, Fields>,
  columns: readonly TransferColumn[],
): Verdict<Value, Fields> {
  if (notes.length > 0) return refused(notes);
  const said = columns.filter(
    ({ field, emptyClears }) =>
      field !== rules.keyField && (cells[field] !== '' || emptyClears === true),
  );
  const differing = (thing: Present, values: Input) =>
    said.filter(({ field }) => field in values && !isSame(values[field], thing[field]));
  const different = things.map((thing) => differing(thing, input));
  if (different.some(({ length }) => length === 0)) return { ...NOTHING, fate: 'same', notes };
  const [thing] = things;
  if (thing === undefined || things.length > 1)
    return refused([
      { field: rules.keyField, text: `${things.length} have this name. Edit them in the console.` },
    ]);
  const fields = different[0]!.map(({ field }) => field);
  const fixed = fields.filter((field) => rules.fixed[field] !== undefined);
  if (fixed.length > 0)
    return refused(fixed.map((field) => ({ field, text: rules.fixed[field]! })));
  const parsed = rules.editSchema.safeParse(picked(input, fields));
  if (!parsed.success) return refused(issuesOf(parsed.error, []));
  // As they would be stored: spaces around a text change nothing.
  const values = parsed.data as Input;
  const changed = differing(thing, values);
  if (changed.length === 0) return { ...NOTHING, fate: 'same', notes };
  const edit = picked(
    values,
    changed.map(({ field }) => field),
  );
  const refusals = rules.editRefusals(thing, { ...thing, ...edit });
  if (refusals.length > 0) return refused(refusals);
  const changes: ImportChange[] = changed.map(({ field, header }) => ({
    column: header,
    from: rules.written(field, thing[field]),
    to: rules.written(field, edit[field]),
  }));
  return {
    fate: 'update',
    value: null,
    edit: { id: thing.id, fields: edit as Fields },
    changes,
    notes,
  };
}

const picked = (values: Input, fields: readonly string[]): Input =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

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

const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);

/** Spreadsheets have line breaks of their own. */
const textOf = (value: unknown): string => writtenText(value).replace(/\r\n?/g, '\n').trim();

/** A text or number as it is; nothing as an empty cell. */
export const writtenText = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);
