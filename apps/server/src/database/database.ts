import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { AppError } from '../errors.ts';
import { isRetryable } from './constraints.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';
import type { Queries, Schema, Trx } from './schema.ts';
import { openSqlite, sqliteDialect } from './sqlite.ts';

export type Engine = 'sqlite' | 'postgres';

/** Where the relational data is: a folder for SQLite, or a PostgreSQL URL. */
export type DatabasePlace = { dataDir: string } | { databaseUrl: string };

/** The relational database, on either engine. */
export interface Database {
  readonly engine: Engine;
  /** For single statements, and for reads outside a transaction. Never use it inside one. */
  readonly queries: Queries;
  /** Runs `work` in one transaction; on PostgreSQL again where it met a deadlock. Never await the network in it. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Whether the database answers. */
  isHealthy(): Promise<boolean>;
  close(): Promise<void>;
}

/** Name of the SQLite file below the data folder. */
export const SQLITE_FILE = 'halyard.db';
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 5;
/** Key of the PostgreSQL advisory lock that keeps two processes from migrating at once. */
const MIGRATION_LOCK = 0x68616c79;

/**
 * Opens the database and brings its schema up to date.
 * @throws AppError `unavailable` where the schema is newer than this version of Halyard.
 */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  const engine: Engine = 'dataDir' in place ? 'sqlite' : 'postgres';
  const queries = new Kysely<Schema>({
    dialect: 'dataDir' in place ? await sqlite(place.dataDir) : postgres(place.databaseUrl),
  });
  const transaction: Database['transaction'] = async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await queries.transaction().execute(work);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  };
  try {
    await transaction((trx) => migrate(trx, engine));
  } catch (error) {
    await queries.destroy();
    throw error;
  }
  return {
    engine,
    queries,
    transaction,
    isHealthy: () =>
      sql`select 1`.execute(queries).then(
        () => true,
        () => false,
      ),
    close: () => queries.destroy(),
  };
}

async function sqlite(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  return sqliteDialect(await openSqlite(path.join(dataDir, SQLITE_FILE)));
}

function postgres(databaseUrl: string) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: {
      // int8 as number: ids, counts and epoch milliseconds all fit.
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that the server drops must not end the process; the next query reconnects.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}

/** All pending migrations in one transaction: a crash in between leaves the old state. */
export async function migrate(
  trx: Trx,
  engine: Engine,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
  await sql`create table if not exists schema_version (version integer not null)`.execute(trx);
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(trx);
  const version = rows[0]?.version ?? 0;
  if (version > migrations.length) {
    throw new AppError(
      'unavailable',
      `The database has schema version ${version}, made by a newer Halyard; this one knows up to ${migrations.length}. Start the newer version, or restore a backup.`,
    );
  }
  if (version === migrations.length) return;
  for (const migration of migrations.slice(version)) await migration(trx, engine);
  if (rows.length === 0)
    await sql`insert into schema_version values (${migrations.length})`.execute(trx);
  else await sql`update schema_version set version = ${migrations.length}`.execute(trx);
}

/** Whether rows can be locked: SQLite has one writer and needs (and knows) no row locks. */
export function locksRows(queries: Queries): boolean {
  return queries.getExecutor().adapter instanceof PostgresAdapter;
}
