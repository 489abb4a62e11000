import { makePrivate } from '@halyard/realtime';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { Mutex } from 'async-mutex';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { asFileFault, requireWritable } from './fileFault.ts';

/**
 * The maximum number of prepared statements to keep. Normally, the server uses fewer distinct
 * queries than that.
 */
const MAX_STATEMENTS = 500;

type Decode = (value: unknown) => unknown;
interface Prepared {
  statement: StatementSyncInstance;
  returnsRows: boolean;
  decoders: [column: string, decode: Decode][];
}

/**
 * Opens a SQLite file with the settings that every connection needs: durable writes (WAL and FULL,
 * decision 3), a busy timeout and foreign keys. Makes the file readable only by its owner.
 * @throws FileFault if the file is damaged or not writable
 */
export async function openSqlite(file: string): Promise<DatabaseSyncInstance> {
  const { DatabaseSync } = await loadDriver();
  requireWritable(file);
  try {
    makePrivate(file);
    const database = new DatabaseSync(file);
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000; pragma foreign_keys = on',
    );
    return database;
  } catch (error) {
    throw asFileFault(error, file);
  }
}

/**
 * Opens a SQLite file without a write-ahead log, so that the file itself contains all of the data.
 */
export async function openSqliteCopy(file: string): Promise<DatabaseSyncInstance> {
  const { DatabaseSync } = await loadDriver();
  makePrivate(file);
  const database = new DatabaseSync(file);
  database.exec('pragma trusted_schema = off; pragma journal_mode = delete');
  return database;
}

/**
 * Copies a database to a new file. The copy includes the uncommitted changes of the connection's
 * open transaction.
 */
export async function copySqlite(database: DatabaseSyncInstance, file: string): Promise<void> {
  const { backup } = await loadDriver();
  makePrivate(file);
  await backup(database, file);
}

/** Opens a second connection to a SQLite file, which can read committed data during a write. */
export async function openSqliteReader(file: string): Promise<DatabaseSyncInstance> {
  const { DatabaseSync } = await loadDriver();
  const database = new DatabaseSync(file);
  database.exec('pragma busy_timeout = 5000; pragma query_only = on');
  return database;
}

async function loadDriver(): Promise<typeof import('@photostructure/sqlite')> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const builtIn = major > 24 || (major === 24 && minor >= 15);
  return (await import(
    builtIn ? 'node:sqlite' : '@photostructure/sqlite'
  )) as typeof import('@photostructure/sqlite');
}

class Connection implements DatabaseConnection {
  // Keep a reference to the DatabaseSync, because its statements crash after it is
  // garbage-collected.
  readonly #database: DatabaseSyncInstance;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows, decoders } = this.#prepare(sql);
    const bound = parameters.map(encode);
    if (!returnsRows) {
      const { changes } = statement.run(...bound);
      return { rows: [], numAffectedRows: BigInt(changes) };
    }
    const rows = statement.all(...bound) as Record<string, unknown>[];
    for (const row of rows)
      for (const [column, decode] of decoders) row[column] = decode(row[column]);
    return { rows: rows as R[] };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('SQLite queries are not streamed');
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const columns = statement.columns();
    const decoders = columns.flatMap(({ name, type }): [string, Decode][] => {
      const decode = DECODERS[type?.toLowerCase() ?? ''];
      return decode ? [[name, decode]] : [];
    });
    const prepared = { statement, returnsRows: columns.length > 0, decoders };
    if (this.#prepared.size >= MAX_STATEMENTS) this.#prepared.clear();
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/**
 * Converts stored values to the declared types of columns, because SQLite has neither a boolean nor
 * a JSON type.
 */
const DECODERS: Record<string, Decode> = {
  boolean: (value) => (value === null ? null : value === 1),
  jsonb: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
};

function encode(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

/**
 * Two connections to a SQLite database: one for writing, by one caller at a time, and one for
 * reading in parallel.
 */
export interface SqliteConnections {
  writer: DatabaseSyncInstance;
  /**
   * A connection that sees only committed data. If the database is used only for reading, it may be
   * the same connection as `writer`.
   */
  reader: DatabaseSyncInstance;
}

/**
 * The connection that one query or transaction uses. It reserves the write connection only when its
 * first write begins.
 */
class Handle implements DatabaseConnection {
  readonly #reader: Connection;
  readonly #writer: Connection;
  readonly #turns: Mutex;
  /**
   * Releases the write connection for the next caller. Null while this query or transaction does
   * not use it.
   */
  #pass: (() => void) | null = null;

  constructor(reader: Connection, writer: Connection, turns: Mutex) {
    this.#reader = reader;
    this.#writer = writer;
    this.#turns = turns;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#pass && query.sql.startsWith('select ')) return this.#reader.executeQuery(query);
    await this.takeTurn();
    return this.#writer.executeQuery(query);
  }

  /**
   * Waits until the write connection is free, and then reserves it. Until `release` is called,
   * reads use the write connection too.
   */
  async takeTurn(): Promise<void> {
    this.#pass ??= await this.#turns.acquire();
  }

  release(): void {
    this.#pass?.();
    this.#pass = null;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    return this.#writer.streamQuery();
  }
}

class SqliteDriver implements Driver {
  readonly #databases: SqliteConnections;
  readonly #reader: Connection;
  readonly #writer: Connection;
  readonly #turns = new Mutex();

  constructor(databases: SqliteConnections) {
    this.#databases = databases;
    this.#reader = new Connection(databases.reader);
    this.#writer = new Connection(databases.writer);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Handle> {
    return new Handle(this.#reader, this.#writer, this.#turns);
  }

  async releaseConnection(handle: Handle): Promise<void> {
    handle.release();
  }

  async beginTransaction(handle: Handle): Promise<void> {
    await handle.takeTurn();
    await handle.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(handle: Handle): Promise<void> {
    await handle.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(handle: Handle): Promise<void> {
    // If the disk was full, SQLite has already rolled back.
    if (this.#databases.writer.isTransaction)
      await handle.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    // Close the writing connection last, because the last connection to be closed copies the log
    // into the file.
    for (const database of [this.#databases.reader, this.#databases.writer])
      if (database.isOpen) database.close();
  }
}

/**
 * A Kysely adapter that allows reads in parallel with a transaction. By default, Kysely uses only
 * one connection for SQLite.
 */
class ConcurrentSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Returns a Kysely dialect that uses the open connections to one file. */
export function sqliteDialect(databases: SqliteConnections): Dialect {
  return {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => new SqliteDriver(databases),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
