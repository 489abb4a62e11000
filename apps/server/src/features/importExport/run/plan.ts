import { createHash } from 'node:crypto';
import { IMPORT_COLUMNS, type ImportKind, type ImportPlan } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { inBatches } from '../../../platform/database/batches.ts';
import { AppError } from '../../../platform/errors.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Context } from '../../calls/context.ts';
import { KINDS } from '../kinds/all.ts';
import { type JudgedLine, judgeLines } from '../rows/judge.ts';
import type { CsvTable } from '../rows/readCsv.ts';

export const changedSinceDryRun = () =>
  new AppError(
    'conflict',
    msg`Something has changed since the dry run. Nothing was imported. Run the dry run again.`,
  );

export type Line = JudgedLine<unknown, unknown>;

/** The changes that an import will make: the records to create and the records to update. */
export interface Todo {
  values: readonly unknown[];
  edits: readonly Edit<unknown>[];
}

/**
 * Returns what an import would do with each line of a CSV file, based on the current data.
 * @param onLines called after each batch of lines, with the number of lines in it
 */
export async function judged(
  ctx: Context,
  kind: ImportKind,
  table: CsvTable,
  onLines?: (count: number) => void,
): Promise<Line[]> {
  const rules = await KINDS[kind].rules(ctx, ctx.db.queries, table.lines);
  return judgeLines(table, rules, IMPORT_COLUMNS[kind], onLines);
}

/**
 * Returns the records that an import creates and updates.
 * @throws AppError `invalid` if a line has an error; `conflict` if anything differs from the dry
 * run
 */
export async function todoOf(csv: string, plan: string, lines: readonly Line[]): Promise<Todo> {
  const refused = lines.find(({ fate }) => fate === 'refused');
  if (refused) {
    const { line } = refused;
    const { column, text } = refused.notes[0]!;
    throw new AppError(
      'invalid',
      column
        ? msg`Row ${{ line }}, ${{ column }}: ${{ text }}. Nothing was imported.`
        : msg`Row ${{ line }}: ${{ text }}. Nothing was imported.`,
    );
  }
  if ((await planOf(csv, lines)) !== plan) throw changedSinceDryRun();
  return {
    values: lines.filter(({ fate }) => fate === 'create').map(({ value }) => value),
    edits: lines.flatMap(({ edit }) => edit ?? []),
  };
}

/**
 * Returns a hash of what an import will do. Hashes are equal only if the file, the outcomes, the
 * old values and the new values are all the same.
 */
export async function planOf(csv: string, lines: readonly Line[]): Promise<string> {
  const hash = createHash('sha256').update(csv);
  await nextTurn();
  await inBatches(lines, (batch) => {
    for (const { line, fate, value, edit, changes } of batch)
      hash.update(`\0${JSON.stringify([line, fate, value, edit, changes])}`);
  });
  return hash.digest('base64url');
}

export function countsOf(lines: readonly Line[]): ImportPlan['counts'] {
  const counts = { create: 0, update: 0, same: 0, refused: 0 };
  for (const { fate } of lines) counts[fate]++;
  return counts;
}

/**
 * The outcomes of lines, most important first. If there are too many lines to show, lines with less
 * important outcomes are left out first.
 */
const IMPORTANT = ['refused', 'update', 'create', 'same'] as const;

/**
 * Returns at most `most` lines of a dry run, in the order of the CSV file. If there are more,
 * leaves out unchanged lines first and lines with errors last.
 */
export function shownLines(lines: readonly Line[], most: number): ImportPlan['lines'] {
  const shown =
    lines.length <= most
      ? lines
      : IMPORTANT.flatMap((fate) => lines.filter((line) => line.fate === fate))
          .slice(0, most)
          .sort((a, b) => a.line - b.line);
  return shown.map(({ value: _, edit: __, ...line }) => line);
}
