import type { ImportKind, ImportState } from '@halyard/domain';
import type { Selectable, Updateable } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { brokenConstraint } from '../../../platform/database/engines/constraints.ts';
import type { ImportTable } from '../../../platform/database/tables/imports.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';

export type ImportRow = Selectable<ImportTable>;

/** Identifies one run of an import: the import, and the process that runs it. */
export type RunOf = Pick<ImportRow, 'id' | 'runner'>;

/** Thrown to stop an import that the user has canceled. */
export class Canceled extends Error {
  override readonly name = 'Canceled';
}
/**
 * Thrown to stop an import in this process, because another process has taken it over or this
 * process is stopping.
 */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** How long an import is kept after it has ended, in ms. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** The maximum number of imports in a list. */
const MOST_LISTED = 20;

export function findImport(queries: Queries, id: string): Promise<ImportRow | undefined> {
  return queries.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns a user's latest imports, newest first. */
export function findImportsOf(queries: Queries, userId: string): Promise<ImportRow[]> {
  return queries
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
}

/** Returns how many of a user's imports have not ended. */
export async function countRunning(queries: Queries, userId: string): Promise<number> {
  const row = await queries
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Lets an import run unless another import of the same kind is running.
 * @returns whether it may run
 */
export async function takeSlot(
  { queries }: Database,
  { id, runner }: RunOf,
  kind: ImportKind,
): Promise<boolean> {
  try {
    const taken = await queries
      .updateTable('imports')
      .set({ slot: kind, state: 'checking' })
      .where('id', '=', id)
      .where('runner', '=', runner)
      .where('cancelled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (taken) return true;
    throw await whyNot(queries, { id, runner });
  } catch (error) {
    if (brokenConstraint(error)?.kind === 'unique') return false;
    throw error;
  }
}

/**
 * Stores the progress of an import.
 * @throws Canceled if the user has canceled the import before its records were visible
 * @throws Interrupted if another process has taken over
 */
export async function advance(
  queries: Queries,
  run: RunOf,
  changes: Updateable<ImportTable>,
): Promise<void> {
  const stored = await queries
    .updateTable('imports')
    .set(changes)
    .where('id', '=', run.id)
    .where('runner', '=', run.runner)
    .where('ended_at', 'is', null)
    .where(({ eb, or }) => or([eb('cancelled_at', 'is', null), eb('shown_at', 'is not', null)]))
    .returning('id')
    .executeTakeFirst();
  if (!stored) throw await whyNot(queries, run);
}

async function whyNot(queries: Queries, { id, runner }: RunOf): Promise<Error> {
  const row = await findImport(queries, id);
  return row?.runner === runner && row.cancelled_at !== null ? new Canceled() : new Interrupted();
}

/** Marks an import as ended, so that the next import of the same kind can run. */
export async function endImport(
  trx: Trx,
  { id, runner }: RunOf,
  end: { state: ImportState; at: number; problem: string | null },
): Promise<void> {
  const { state, at, problem } = end;
  await trx
    .updateTable('imports')
    .set({ state, problem, slot: null, ended_at: at, alive_at: at })
    .$if(state !== 'done', (query) => query.set({ key_seed: null, keys_until: null }))
    .where('id', '=', id)
    .where('runner', '=', runner)
    .execute();
}

/**
 * Marks an import as canceled if its records are not visible yet. @returns whether it was marked
 */
export async function cancelImport(queries: Queries, id: string, at: number): Promise<boolean> {
  const row = await queries
    .updateTable('imports')
    .set({ cancelled_at: at })
    .where('id', '=', id)
    .where('shown_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the unfinished imports that have stored no progress since `before` (epoch milliseconds).
 */
export function findAbandoned(queries: Queries, before: number): Promise<ImportRow[]> {
  return queries
    .selectFrom('imports')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('alive_at', '<=', before)
    .orderBy('created_at')
    .execute();
}

/** Takes over an abandoned import. @returns false if another process was first */
export async function takeOver(
  queries: Queries,
  { id, runner }: RunOf,
  next: { runner: string; at: number },
): Promise<boolean> {
  const row = await queries
    .updateTable('imports')
    .set({ runner: next.runner, alive_at: next.at })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets another process, or this server after a restart, take over an import immediately. */
export async function release(queries: Queries, { id, runner }: RunOf): Promise<void> {
  await queries
    .updateTable('imports')
    .set({ alive_at: 0 })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .execute();
}

/**
 * Deletes imports that ended long ago, and secrets of device keys that can no longer be downloaded.
 */
export async function sweepImports({ queries }: Database, now: number): Promise<void> {
  await queries
    .updateTable('imports')
    .set({ key_seed: null, keys_until: null })
    .where('keys_until', '<', now)
    .execute();
  await queries
    .deleteFrom('imports')
    .where('ended_at', '<', now - KEPT_MS)
    .execute();
}
