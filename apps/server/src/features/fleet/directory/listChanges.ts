import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';

/** The tables whose records are listed. */
export const LISTED_TABLES = ['companies', 'locations', 'flags', 'users'] as const;
export type ListedTable = (typeof LISTED_TABLES)[number];

/** The IDs of records that were added, changed or deleted, by table. */
export type ChangedIds = Record<ListedTable, Set<string>>;

/**
 * How long a change can be read, in seconds. A reader that has not read for longer must read
 * everything.
 */
const KEPT_SECONDS = 3600;
/** The maximum number of changes read at once. If there are more, reading everything is faster. */
const MOST_CHANGES = 20_000;

/** Finds out which listed records have changed, no matter which process or program changed them. */
export interface ListChanges {
  /**
   * Returns all changes committed since the last call, and possibly some earlier ones; null if the
   * caller must read everything. The first call always returns null.
   */
  next(): Promise<ChangedIds | null>;
}

export function readListChanges(db: Database): ListChanges {
  const next = db.engine === 'postgres' ? nextOnPostgres(db.queries) : nextOnSqlite(db.queries);
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    async next() {
      const begun = performance.now();
      const rows = await next();
      const wasAway = begun - readAt > (KEPT_SECONDS * 1000) / 2;
      readAt = begun;
      if (wasAway || rows === null) return null;
      const ids: ChangedIds = {
        companies: new Set(),
        locations: new Set(),
        flags: new Set(),
        users: new Set(),
      };
      for (const { kind, recordId } of rows) ids[kind as ListedTable].add(recordId);
      return ids;
    },
  };
}

interface Change {
  id: number;
  kind: string;
  recordId: string;
}
/** Returns the changes since the last call; null on the first call, or if there are too many. */
type Next = () => Promise<Change[] | null>;

const selectChanges = (queries: Queries) =>
  queries.selectFrom('list_changes').select(['id', 'kind', 'record_id as recordId']);

/** SQLite has one writer, so rows become visible in the order of their IDs. */
function nextOnSqlite(queries: Queries): Next {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const { newest } = await queries
      .selectFrom('list_changes')
      .select(({ fn }) => fn.max('id').as('newest'))
      .executeTakeFirstOrThrow();
    const since = last;
    last = Math.max(last, newest ?? 0);
    if (last - since > MOST_CHANGES) return null;
    return since === last ? [] : selectChanges(queries).where('id', '>', since).execute();
  };
}

/**
 * On PostgreSQL, a row with a lower ID may be committed later. So each call reads all rows of
 * transactions that were still open at the previous call, and leaves out the rows it has already
 * returned.
 */
function nextOnPostgres(queries: Queries): Next {
  let horizon: string | null = null;
  let returned = new Set<number>();
  return async () => {
    // Read this before the rows. If a transaction ends in between, its rows are then read again
    // next time.
    const { rows: now } = await sql<{ horizon: string }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(queries);
    const since: string | null = horizon;
    horizon = now[0]!.horizon;
    if (since === null) return null;
    const rows = await selectChanges(queries)
      .where(sql<boolean>`written_by >= ${since}::xid8`)
      .execute();
    const fresh = rows.filter(({ id }) => !returned.has(id));
    returned = new Set(rows.map(({ id }) => id));
    return fresh.length > MOST_CHANGES ? null : fresh;
  };
}

/** Deletes changes that are so old that every process has read them. */
export async function sweepListChanges({ engine, queries }: Database): Promise<void> {
  const now: RawBuilder<number> =
    engine === 'postgres' ? sql`extract(epoch from now())` : sql`unixepoch()`;
  await queries
    .deleteFrom('list_changes')
    .where('written_at', '<', sql<number>`${now} - ${KEPT_SECONDS}`)
    .execute();
}
