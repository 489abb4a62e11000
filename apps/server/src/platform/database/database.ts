import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { emptyLog, requireFullLength } from '@halyard/realtime';
import { Kysely, PostgresAdapter, sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Answers } from './engines/answers.ts';
import { isRetryable } from './engines/constraints.ts';
import type { Engine } from './engines/engine.ts';
import { asFileFault } from './engines/fileFault.ts';
import { openPostgres } from './engines/postgres.ts';
import { openSqlite, openSqliteReader, sqliteDialect } from './engines/sqlite.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';
import type { Queries, Schema, Trx } from './tables/schema.ts';

/** Where the relational data is: a folder for SQLite, or a PostgreSQL URL. */
export type DatabasePlace = { dataDir: string } | { databaseUrl: string };

/** The relational database, on either engine. */
export interface Database {
  readonly engine: Engine;
  /** For single statements, and for reads outside a transaction. Never use it inside one. */
  readonly queries: Queries;
  /** Runs `work` in one transaction; on PostgreSQL again where it met a deadlock. Never await the network in it. */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * The result of something asked of the database, for one who cannot wait long.
   * @throws DatabaseSilent after a second in which the database has answered nobody
   */
  prompt<T>(asked: Promise<T>): Promise<T>;
  /** Whether the database answers. */
  isHealthy(): Promise<boolean>;
  /** Whether it keeps what is written: finds out by a write that changes nothing. */
  canWrite(): Promise<boolean>;
  close(): Promise<void>;
}

/** Name of the SQLite file below the data folder. */
export const SQLITE_FILE = 'halyard.db';
const MAX_ATTEMPTS = 5;
/** Key of the PostgreSQL advisory lock that keeps two processes from migrating at once. */
const MIGRATION_LOCK = 0x68616c79;

/** Where the settings say that it is. */
export function databasePlace(config: {
  dataDir: string;
  databaseUrl: string | null;
}): DatabasePlace {
  return config.databaseUrl === null
    ? { dataDir: config.dataDir }
    : { databaseUrl: config.databaseUrl };
}

/**
 * Opens the database and brings its schema up to date.
 * @throws AppError `unavailable` where the schema is newer than this version of Halyard.
 */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  if ('dataDir' in place) await requireWhole(path.join(place.dataDir, SQLITE_FILE));
  return openAfter(place, (db) => db.transaction((trx) => migrate(trx, db.engine)));
}

/** @throws FileFault where a file lost its end, also where Halyard did not stop in order the last time */
async function requireWhole(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const database = await openSqlite(file);
  try {
    emptyLog(database);
    requireFullLength(database, file);
  } catch (error) {
    throw asFileFault(error, file);
  } finally {
    database.close();
  }
}

/**
 * Opens the database beside a process that may be using it: a schema that is there stays as it is.
 * @param makes whether the schema is made where there is none
 * @throws AppError `unavailable` where the schema is not that of this version of Halyard
 */
export function openBeside(place: DatabasePlace, { makes }: { makes: boolean }): Promise<Database> {
  return openAfter(place, async (db) => {
    const version = await schemaVersion(db.queries);
    if (version === 0 && makes) return db.transaction((trx) => migrate(trx, db.engine));
    if (version > MIGRATIONS.length) throw newerSchema(version);
    if (version < MIGRATIONS.length) throw olderSchema(version);
  });
}

/** @throws AppError `unavailable` where the schema is newer than this version of Halyard; nothing is written */
export async function refuseNewer(place: DatabasePlace): Promise<void> {
  if ('dataDir' in place && !existsSync(path.join(place.dataDir, SQLITE_FILE))) return;
  const db = await openAfter(place, async ({ queries }) => {
    const version = await schemaVersion(queries);
    if (version > MIGRATIONS.length) throw newerSchema(version);
  });
  await db.close();
}

async function openAfter(
  place: DatabasePlace,
  first: (db: Database) => Promise<void>,
): Promise<Database> {
  if ('dataDir' in place) {
    try {
      const queries = new Kysely<Schema>({ dialect: await sqlite(place.dataDir) });
      return await ready(databaseOn(queries, 'sqlite'), first);
    } catch (error) {
      throw asFileFault(error, path.join(place.dataDir, SQLITE_FILE));
    }
  }
  const { dialect, answers, limitStatements } = openPostgres(place.databaseUrl);
  const queries = new Kysely<Schema>({ dialect });
  const db = await ready(databaseOn(queries, 'postgres', answers), first);
  limitStatements();
  return db;
}

async function ready(db: Database, first: (db: Database) => Promise<void>): Promise<Database> {
  try {
    await first(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/**
 * The database as the server uses it, on queries that are open already.
 * @param answers of PostgreSQL, which may fall silent; absent: it never does
 */
export function databaseOn(queries: Queries, engine: Engine, answers?: Answers): Database {
  const prompt: Database['prompt'] = (asked) => (answers ? answers.prompt(asked) : asked);
  return {
    engine,
    queries,
    prompt,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await queries.transaction().execute(work);
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
        }
      }
    },
    isHealthy: () => succeeds(prompt(sql`select 1`.execute(queries))),
    // The same value: all of a write but its effect.
    canWrite: () =>
      succeeds(prompt(sql`update schema_version set version = version`.execute(queries))),
    close: () => queries.destroy(),
  };
}

const succeeds = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => true,
    () => false,
  );

/** How many of the migrations the database has taken; 0 where nothing was ever made in it. */
export async function schemaVersion(queries: Queries): Promise<number> {
  const tables = await queries.introspection.getTables();
  if (!tables.some(({ name }) => name === 'schema_version')) return 0;
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(
    queries,
  );
  return rows[0]?.version ?? 0;
}

/** The refusal of data whose schema this version of Halyard does not know. */
export function newerSchema(version: number): AppError {
  return new AppError(
    'unavailable',
    `The database has schema version ${version}, made by a newer Halyard; this one knows up to ${MIGRATIONS.length}. Start the newer version, or restore a backup.`,
  );
}

/** The refusal to change a schema that a running Halyard may be using. */
export function olderSchema(version: number): AppError {
  return new AppError(
    'unavailable',
    `The database has schema version ${version}, and this Halyard ${MIGRATIONS.length}: start this version once, which brings it up to date.`,
  );
}

async function sqlite(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, SQLITE_FILE);
  return sqliteDialect({ writer: await openSqlite(file), reader: await openSqliteReader(file) });
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
  if (version > migrations.length) throw newerSchema(version);
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
