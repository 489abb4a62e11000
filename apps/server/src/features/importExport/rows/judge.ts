import type { ImportChange, ImportLine, TransferColumn } from '@halyard/domain';
import { plural, t } from '@halyard/messages';
import { inLanguage, messageOf } from '@halyard/messages/language';
import type { z } from 'zod';
import { inBatches } from '../../../platform/database/batches.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Cells, CsvTable } from './readCsv.ts';

/** A message about one field of a line in a CSV file. */
export interface FieldNote {
  field: string;
  text: string;
}

/** The values of a CSV line by API field name. References to other records are IDs. */
export type Input = Readonly<Record<string, unknown>>;

/** An existing record, with its values in the same format as in CSV lines. */
export type Present = Input & { readonly id: string };

/**
 * The rules for CSV lines about one kind of record. All data that the rules need is read in
 * advance, so checking a line does not access the database.
 */
export interface LineRules<Value, Fields> {
  /** The API schema for creating a record. */
  schema: z.ZodType<Value>;
  /** The API schema for editing a record. */
  editSchema: z.ZodType<Fields>;
  /**
   * Converts the cells of a CSV line to values.
   * @param notes the list to which this function adds problems with references to other records
   */
  inputOf(cells: Cells, notes: FieldNote[]): Input;
  /**
   * The field that, alone or together with other fields, identifies a CSV line's record. Imports
   * never change it.
   */
  keyField: string;
  /**
   * Returns a key that is the same for all CSV lines about the same record. Null if the line does
   * not identify a record.
   */
  keyOf(input: Input): string | null;
  /** Returns the name of a CSV line's record, as users see it. */
  nameOf(cells: Cells): string;
  /** The existing records, by the key that identifies them. */
  present: ReadonlyMap<string, readonly Present[]>;
  /** Returns the problems with a new record, except those that the schema detects. */
  refusals(value: Value, key: string): FieldNote[];
  /**
   * The fields of existing records that imports never change, each with a message that says what to
   * do instead.
   */
  fixed: Readonly<Record<string, string>>;
  /**
   * Returns the problems with an import's change to a record, except those that the schema detects.
   * @param next the record after the change
   */
  editRefusals(thing: Present, next: Input): FieldNote[];
  /** Formats a value for an export. */
  written(field: string, value: unknown): string;
}

export interface JudgedLine<Value, Fields> extends ImportLine {
  /** The record that the CSV line creates. Null if it does not create one. */
  value: Value | null;
  /** The edit that the CSV line makes to an existing record. Null if it does not change one. */
  edit: Edit<Fields> | null;
}

/**
 * Returns what an import would do with each line of a CSV file, in the order of the file. Changes
 * nothing.
 * @param all all columns that a file with this kind of record may have
 * @param onLines called after each batch of lines, with the number of lines in it
 */
export async function judgeLines<Value, Fields>(
  table: CsvTable,
  rules: LineRules<Value, Fields>,
  all: readonly TransferColumn[],
  onLines: (count: number) => void = () => {},
): Promise<JudgedLine<Value, Fields>[]> {
  const judged: JudgedLine<Value, Fields>[] = [];
  const headers = new Map(all.map(({ field, header }) => [field, header]));
  const earlierLines: EarlierLines = new Map();
  await inBatches(table.lines, (batch) => {
    for (const { line, cells, overflows } of batch) {
      const found = judgeLine(cells, rules, table.columns, earlierLines, line);
      const verdict = overflows
        ? refused([
            ...found.notes,
            { field: '', text: t`This row has more cells than there are headings` },
          ])
        : found;
      judged.push({
        ...verdict,
        line,
        name: rules.nameOf(cells),
        notes: verdict.notes.map(({ field, text }) => ({
          column: headers.get(field) ?? field,
          // The messages in schemas are constants, so they are always English here.
          text: inLanguage(messageOf(text)),
        })),
      });
    }
    onLines(batch.length);
  });
  return judged;
}

type LineVerdict<Value, Fields> = Pick<
  JudgedLine<Value, Fields>,
  'fate' | 'value' | 'edit' | 'changes'
> & { notes: readonly FieldNote[] };
/** The first CSV line about each record, by the record's key. */
type EarlierLines = Map<string, { line: number; changes: boolean }>;

const NOTHING = { value: null, edit: null, changes: [] };
const refused = (notes: readonly FieldNote[]) => ({ ...NOTHING, fate: 'refused' as const, notes });
const repeated = (field: string, line: number): FieldNote => ({
  field,
  text: t`Duplicate of row ${{ line }}`,
});

function judgeLine<Value, Fields>(
  cells: Cells,
  rules: LineRules<Value, Fields>,
  columns: readonly TransferColumn[],
  earlierLines: EarlierLines,
  line: number,
): LineVerdict<Value, Fields> {
  const notes: FieldNote[] = [];
  const input = rules.inputOf(cells, notes);
  const key = rules.keyOf(input);
  const things = key === null ? [] : (rules.present.get(key) ?? []);
  const verdict =
    things.length > 0
      ? judgeEdit(cells, { input, notes, things }, rules, columns)
      : judgeNew({ input, notes, key }, rules);
  if (key === null) return verdict;
  const earlier = earlierLines.get(key);
  const changes = verdict.fate === 'update';
  if (!earlier) earlierLines.set(key, { line, changes });
  // Several existing records may have the same name, so two lines may contain them unchanged.
  else if (things.length === 0 || changes || earlier.changes)
    return refused([...verdict.notes, repeated(rules.keyField, earlier.line)]);
  return verdict;
}

function judgeNew<Value, Fields>(
  { input, notes, key }: { input: Input; notes: FieldNote[]; key: string | null },
  rules: LineRules<Value, Fields>,
): LineVerdict<Value, Fields> {
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
): LineVerdict<Value, Fields> {
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
      {
        field: rules.keyField,
        text: t`${plural({ count: things.length }, { one: '# record has this name. Edit it in the console.', other: '# records have this name. Edit them in the console.' })}`,
      },
    ]);
  const fields = different[0]!.map(({ field }) => field);
  const fixed = fields.filter((field) => rules.fixed[field] !== undefined);
  if (fixed.length > 0)
    return refused(fixed.map((field) => ({ field, text: rules.fixed[field]! })));
  const parsed = rules.editSchema.safeParse(picked(input, fields));
  if (!parsed.success) return refused(issuesOf(parsed.error, []));
  // Compare the values as they would be stored, so that surrounding spaces do not count as a
  // change.
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

/**
 * Returns the schema's error messages for a CSV line: one for each field that does not have a
 * message yet.
 */
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

/** Converts all line breaks in a cell to the same form, because spreadsheets use different ones. */
const textOf = (value: unknown): string => writtenText(value).replace(/\r\n?/g, '\n').trim();

/** Converts a value to the text of a CSV cell. Null and undefined become an empty cell. */
export const writtenText = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);
