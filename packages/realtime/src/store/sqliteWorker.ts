/**
 * The worker thread that owns the tree's SQLite file. It keeps a slow disk from blocking the event
 * loop. It locks `lock.db` exclusively for as long as it lives, so no second process can write
 * different data.
 */
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { emptyLog, requireFullLength } from './fullLength.ts';
import { openSqlite } from './sqliteDriver.ts';
import type { FromWorker, ToWorker } from './sqliteMessages.ts';
import { type Batch, type StoredRow, StoreLocked, subtreeEnd } from './store.ts';

const CHUNK = 10_000;
const SEQUENCE = "SELECT value FROM meta WHERE key = 'sequence'";

const { directory } = workerData as { directory: string };
const port = parentPort!;

function openLock(): DatabaseSyncInstance {
  const lock = openSqlite(path.join(directory, 'lock.db'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const message = error instanceof Error ? error.message : String(error);
    if (!/locked|busy/.test(message)) throw new Error(`lock.db: ${message}`, { cause: error });
    throw new StoreLocked(`Another process is using the data in ${directory}.`);
  }
  return lock;
}

const TREE = path.join(directory, 'tree.db');

function openTree(): DatabaseSyncInstance {
  const db = openSqlite(TREE);
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA busy_timeout = 5000;
    PRAGMA foreign_keys = ON;
    CREATE TABLE IF NOT EXISTS node (path TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT OR IGNORE INTO meta VALUES ('sequence', 0);
  `);
  return db;
}

// Kept in a module variable, because garbage collection would end the lock's transaction.
let lock: DatabaseSyncInstance | undefined;
let tree: ReturnType<typeof prepare> | undefined;

/**
 * Prepares the SQL statements. Keeps a reference to the database, because garbage-collecting it
 * before the statements would crash the process.
 */
function prepare(db: DatabaseSyncInstance) {
  return {
    db,
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    clear: db.prepare('DELETE FROM node WHERE path >= ? AND path < ?'),
    clearAll: db.prepare('DELETE FROM node'),
    remove: db.prepare('DELETE FROM node WHERE path = ?'),
    put: db.prepare(
      'INSERT INTO node VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET value = excluded.value',
    ),
    sequence: db.prepare("UPDATE meta SET value = ? WHERE key = 'sequence'"),
  };
}

const answer = (message: FromWorker): void => port.postMessage(message);

function lastSequence(db: DatabaseSyncInstance): number {
  return (db.prepare(SEQUENCE).get() as { value: number }).value;
}

/**
 * Checks that the database file is intact, because the server must not start with a damaged file.
 * @throws Error with SQLite's own message for a damaged file
 */
function requireWhole(db: DatabaseSyncInstance): void {
  emptyLog(db);
  requireFullLength(db, TREE);
  const { quick_check: verdict } = db.prepare('PRAGMA quick_check(1)').get() as {
    quick_check: string;
  };
  // If there are several lines, the first one only names the database.
  const fault = verdict.split('\n').at(-1);
  if (fault !== 'ok') throw new Error(`database disk image is malformed: ${fault}`);
}

function load(): void {
  lock = openLock();
  tree = prepare(openTree());
  requireWhole(tree.db);
  let rows: StoredRow[] = [];
  for (const row of tree.db.prepare('SELECT path, value FROM node').iterate()) {
    const { path: at, value } = row as { path: string; value: string };
    rows.push([at, value]);
    if (rows.length === CHUNK) {
      answer({ kind: 'rows', rows });
      rows = [];
    }
  }
  answer({ kind: 'rows', rows });
  answer({ kind: 'done', lastSequence: lastSequence(tree.db) });
}

function commit(batch: Batch): void {
  const { db, ...statements } = tree!;
  let began = false;
  let committing = false;
  try {
    statements.begin.run();
    began = true;
    for (const prefix of batch.clears) {
      const end = subtreeEnd(prefix);
      if (end === undefined) statements.clearAll.run();
      else statements.clear.run(prefix, end);
    }
    for (const at of batch.removes) statements.remove.run(at);
    for (const [at, value] of batch.puts) statements.put.run(at, value);
    statements.sequence.run(batch.sequence);
    committing = true;
    statements.commit.run();
    answer({ kind: 'done', lastSequence: batch.sequence });
  } catch (error) {
    let certain = !began || !committing;
    try {
      if (db.isTransaction) db.exec('ROLLBACK');
      // A failed COMMIT that left the transaction open has just been rolled back. Otherwise, only
      // the file can tell.
      certain = lastSequence(db) < batch.sequence;
    } catch {
      certain = false;
    }
    const message = error instanceof Error ? error.message : String(error);
    answer({ kind: 'failed', message, certain, locked: false });
  }
}

/** Reopens the database file, which discards the state of the earlier connection. */
function recover(): void {
  tree?.db.close();
  tree = undefined;
  lock ??= openLock();
  tree = prepare(openTree());
  answer({ kind: 'done', lastSequence: lastSequence(tree.db) });
}

function close(): void {
  tree?.db.close();
  lock?.close();
  answer({ kind: 'done', lastSequence: 0 });
  port.close();
}

port.on('message', (message: ToWorker) => {
  try {
    if (message.kind === 'load') load();
    else if (message.kind === 'commit') commit(message.batch);
    else if (message.kind === 'recover') recover();
    else close();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const locked = error instanceof StoreLocked;
    answer({ kind: 'failed', message: text, certain: false, locked });
  }
});
