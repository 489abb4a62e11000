import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { msg } from '@halyard/messages';
import { emptyLog, requireFullLength } from '@halyard/realtime';
import { Kysely, PostgresAdapter, sql } from 'kysely';
import { AppError } from '../errors.ts';
import type { Answers } from './engines/answers.ts';
import { isRetryable } from './engines/constraints.ts';
import type { Engine } from './engines/engine.ts';
import { asFileFault } from './engines/fileFault.ts';
import { openPostgres } from './engines/postgres.ts';
import { openSqlite, openSqliteReader, sqliteDialect } from './engines/sqlite.ts';
import { writeStored } from './hidden/writeStored.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import type { Queries, Schema, Trx } from './tables/schema.ts';

/** Where the relational data is stored: in a folder for SQLite, or at a PostgreSQL URL. */
export type DatabasePlace = { dataDir: string } | { databaseUrl: string };

/** The relational database, in SQLite or PostgreSQL. */
export interface Database {
  readonly engine: Engine;
  /**
   * Use this for single statements, and for reads that need no transaction. Never use it inside a
   * transaction.
   */
  readonly queries: Queries;
  /**
   * Runs `work` in one transaction, and repeats it after a deadlock in PostgreSQL. `work` must not
   * wait for the network.
   */
  transaction<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /**
   * Waits for the result of a query. Gives up if the whole database stops responding.
   * @throws DatabaseSilent if the database has not responded to any query for a second
   */
  prompt<T>(asked: Promise<T>): Promise<T>;
  /** Whether the database responds. */
  isHealthy(): Promise<boolean>;
  /** Whether the database can store data. Tests this with a write that changes nothing. */
  canWrite(): Promise<boolean>;
  close(): Promise<void>;
}

/** The name of the SQLite file in the data folder. */
export const SQLITE_FILE = 'halyard.db';
const MAX_ATTEMPTS = 5;
/**
 * The key of the PostgreSQL advisory lock that keeps two processes from migrating at the same time.
 */
const MIGRATION_LOCK = 0x68616c79;

/** Returns the location of the relational database that the settings specify. */
export function databasePlace(config: {
  dataDir: string;
  databaseUrl: string | null;
}): DatabasePlace {
  return config.databaseUrl === null
    ? { dataDir: config.dataDir }
    : { databaseUrl: config.databaseUrl };
}

/**
 * Opens the database, and migrates its schema to the latest version.
 * @param onMigration called before each change to the schema of an existing database
 * @throws AppError `unavailable` if the schema is newer than this version of Halyard
 */
export async function openDatabase(
  place: DatabasePlace,
  onMigration?: OnMigration,
): Promise<Database> {
  if ('dataDir' in place) await requireWhole(path.join(place.dataDir, SQLITE_FILE));
  return openAfter(place, (db) =>
    db.transaction((trx) => migrate(trx, db.engine, { onMigration })),
  );
}

/**
 * Called before each pending schema change, with the change's position among all pending changes
 * (counted from 1) and their total number.
 */
export type OnMigration = (number: number, total: number) => void;

/**
 * Checks that the SQLite file is complete, after applying any log left by an unclean shutdown.
 * @throws FileFault if the end of the file is missing
 */
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
 * Opens the database while another process may be using it. Does not change an existing schema.
 * @param makes whether to create the schema if it does not exist
 * @throws AppError `unavailable` if the schema belongs to a different version of Halyard
 */
export function openBeside(place: DatabasePlace, { makes }: { makes: boolean }): Promise<Database> {
  return openAfter(place, async (db) => {
    const version = await schemaVersion(db.queries);
    if (version === 0 && makes) return db.transaction((trx) => migrate(trx, db.engine));
    if (version > MIGRATIONS.length) throw newerSchema(version);
    if (version < MIGRATIONS.length) throw olderSchema(version);
  });
}

/**
 * Checks the version of the schema. Writes nothing.
 * @throws AppError `unavailable` if the schema is newer than this version of Halyard
 */
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
      const dialect = await sqlite(place.dataDir);
      const queries = new Kysely<Schema>({ dialect, plugins: [writeStored()] });
      return await ready(databaseOn(queries, 'sqlite'), first);
    } catch (error) {
      throw asFileFault(error, path.join(place.dataDir, SQLITE_FILE));
    }
  }
  const { dialect, answers, limitStatements } = openPostgres(place.databaseUrl);
  const queries = new Kysely<Schema>({ dialect, plugins: [writeStored()] });
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
 * Wraps open connections in a database object.
 * @param answers records whether PostgreSQL still responds; omitted for SQLite
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
    // This writes the existing value: a real write that changes nothing.
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

/** Returns the number of migrations that were applied to the database. 0 for an empty database. */
export async function schemaVersion(queries: Queries): Promise<number> {
  const tables = await queries.introspection.getTables();
  if (!tables.some(({ name }) => name === 'schema_version')) return 0;
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(
    queries,
  );
  return rows[0]?.version ?? 0;
}

/** Returns the error for data whose schema is newer than this version of Halyard. */
export function newerSchema(version: number): AppError {
  return new AppError(
    'unavailable',
    msg`The database has schema version ${{ version }}, from a newer version of Halyard; this version supports up to ${{ known: MIGRATIONS.length }}. Start the newer version, or restore a backup.`,
  );
}

/**
 * Returns the error for data with an older schema. The schema must not be changed, because a
 * running Halyard may be using it.
 */
export function olderSchema(version: number): AppError {
  return new AppError(
    'unavailable',
    msg`The database has schema version ${{ version }}; this version of Halyard needs ${{ known: MIGRATIONS.length }}. Start the Halyard server once to upgrade the database.`,
  );
}

async function sqlite(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, SQLITE_FILE);
  return sqliteDialect({ writer: await openSqlite(file), reader: await openSqliteReader(file) });
}

/**
 * Applies all pending migrations in one transaction. If the process crashes before the end, the
 * schema stays unchanged.
 */
export async function migrate(
  trx: Trx,
  engine: Engine,
  {
    migrations = MIGRATIONS,
    onMigration,
  }: { migrations?: readonly Migration[]; onMigration?: OnMigration | undefined } = {},
): Promise<void> {
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
  await sql`create table if not exists schema_version (version integer not null)`.execute(trx);
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(trx);
  const version = rows[0]?.version ?? 0;
  if (version > migrations.length) throw newerSchema(version);
  if (version === migrations.length) return;
  const due = migrations.slice(version);
  for (const [index, migration] of due.entries()) {
    if (version > 0) onMigration?.(index + 1, due.length);
    await migration(trx, engine);
  }
  if (rows.length === 0)
    await sql`insert into schema_version values (${migrations.length})`.execute(trx);
  else await sql`update schema_version set version = ${migrations.length}`.execute(trx);
}

/**
 * Whether the database engine can lock rows. SQLite cannot, and does not need to, because only one
 * transaction can write at a time.
 */
export function locksRows(queries: Queries): boolean {
  return queries.getExecutor().adapter instanceof PostgresAdapter;
}
