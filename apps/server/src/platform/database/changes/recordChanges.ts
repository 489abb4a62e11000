import { type RawBuilder, sql } from 'kysely';
import { nextTurn } from '../../nextTurn.ts';
import type { Database } from '../database.ts';
import { HIDEABLE_TABLES } from '../hidden/views.ts';
import type { Queries, Trx } from '../tables/schema.ts';

/**
 * The tables whose changes are logged. Changes to holds and engine alarms are logged under the ID
 * of their flag, and all other changes under the record's own ID.
 */
export const LOGGED_TABLES = [
  'companies',
  'locations',
  'flags',
  'users',
  'holds',
  'engine_poles',
] as const;
export type LoggedTable = (typeof LOGGED_TABLES)[number];

/** The IDs of records that were added, changed or deleted, by table. */
export type ChangedIds<Table extends LoggedTable> = Record<Table, Set<string>>;

/**
 * How long a logged change is kept, in seconds. A process that has not read the log for longer than
 * this must reload all records.
 */
const KEPT_SECONDS = 3600;
/**
 * The maximum number of log entries to read at once. If there are more, reloading all records is
 * faster.
 */
const MOST_CHANGES = 20_000;

/** The kind of change that is logged when all records of an import become visible at once. */
const IMPORT = 'imports';
/** How many IDs of imported records one query reads. */
const SLICE = 2000;

/** Finds out which records have changed, no matter which process or program changed them. */
export interface RecordChanges<Table extends LoggedTable> {
  /**
   * Returns the changes committed since the last call. May repeat earlier changes. Returns null if
   * the caller must reload all records, as on the first call.
   * @param trx the transaction in which to read the changes; if omitted, they are read without a
   * transaction
   */
  next(trx?: Trx): Promise<ChangedIds<Table> | null>;
}

/**
 * Returns an object that reads the log of changes. Each call of `next` returns the records in the
 * given tables that have changed since the last call.
 */
export function readRecordChanges<Table extends LoggedTable>(
  db: Database,
  tables: readonly Table[],
): RecordChanges<Table> {
  const next = db.engine === 'postgres' ? nextOnPostgres(tables) : nextOnSqlite(tables);
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    async next(trx) {
      const queries = trx ?? db.queries;
      const begun = performance.now();
      const rows = await next(queries);
      const wasAway = begun - readAt > (KEPT_SECONDS * 1000) / 2;
      readAt = begun;
      if (wasAway || rows === null) return null;
      const ids = Object.fromEntries(
        tables.map((table) => [table, new Set<string>()]),
      ) as ChangedIds<Table>;
      for (const { kind, recordId } of rows)
        if (kind === IMPORT) await addImported(queries, ids, recordId);
        else ids[kind as Table].add(recordId);
      return ids;
    },
  };
}

/** Adds the IDs of an import's records to the IDs of changed records. */
async function addImported(
  queries: Queries,
  ids: Partial<Record<LoggedTable, Set<string>>>,
  importId: string,
): Promise<void> {
  for (const table of HIDEABLE_TABLES) {
    const found = ids[table];
    if (!found) continue;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: { id: string }[] = await queries
        .selectFrom(table as 'flags')
        .select('id')
        .where('import_id', '=', importId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(SLICE)
        .execute();
      for (const { id } of rows) found.add(id);
      after = rows.length < SLICE ? undefined : rows.at(-1)!.id;
      if (after !== undefined) await nextTurn();
    }
  }
}

interface Change {
  id: number;
  kind: string;
  recordId: string;
}
/** Returns the changes since the last call; null on the first call, or if there are too many. */
type Next = (queries: Queries) => Promise<Change[] | null>;

const selectChanges = (queries: Queries, tables: readonly LoggedTable[]) =>
  queries
    .selectFrom('record_changes')
    .select(['id', 'kind', 'record_id as recordId'])
    .where('kind', 'in', [...tables, IMPORT])
    .limit(MOST_CHANGES + 1);

/**
 * Returns a function that reads changes on SQLite. Rows become visible in the order of their IDs,
 * because SQLite has only one writer.
 */
function nextOnSqlite(tables: readonly LoggedTable[]): Next {
  let last = Number.NEGATIVE_INFINITY;
  return async (queries) => {
    const { newest } = await queries
      .selectFrom('record_changes')
      .select(({ fn }) => fn.max('id').as('newest'))
      .executeTakeFirstOrThrow();
    const since = last;
    last = Math.max(last, newest ?? 0);
    if (since === Number.NEGATIVE_INFINITY) return null;
    if (since === last) return [];
    const rows = await selectChanges(queries, tables).where('id', '>', since).execute();
    return rows.length > MOST_CHANGES ? null : rows;
  };
}

/**
 * Returns a function that reads changes on PostgreSQL, where rows are not always committed in the
 * order of their IDs. Therefore, each call also reads the rows of transactions that were open at
 * the previous call. It leaves out rows that it has already returned.
 */
function nextOnPostgres(tables: readonly LoggedTable[]): Next {
  let horizon: string | null = null;
  let returned = new Set<number>();
  return async (queries) => {
    // Read this before the rows. If a transaction ends in between, its rows are then read again
    // next time.
    const { rows: now } = await sql<{ horizon: string }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(queries);
    const since: string | null = horizon;
    horizon = now[0]!.horizon;
    if (since === null) return null;
    const rows = await selectChanges(queries, tables)
      .where(sql<boolean>`written_by >= ${since}::xid8`)
      .execute();
    const fresh = rows.filter(({ id }) => !returned.has(id));
    returned = new Set(rows.map(({ id }) => id));
    return rows.length > MOST_CHANGES ? null : fresh;
  };
}

/** Deletes changes that are so old that every process has read them. */
export async function sweepRecordChanges({ engine, queries }: Database): Promise<void> {
  const now: RawBuilder<number> =
    engine === 'postgres' ? sql`extract(epoch from now())` : sql`unixepoch()`;
  await queries
    .deleteFrom('record_changes')
    .where('written_at', '<', sql<number>`${now} - ${KEPT_SECONDS}`)
    .execute();
}
