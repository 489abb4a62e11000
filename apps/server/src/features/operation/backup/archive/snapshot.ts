import { existsSync } from 'node:fs';
import path from 'node:path';
import { requireFullLength } from '@halyard/realtime';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { asFileFault } from '../../../../platform/database/engines/fileFault.ts';
import { openSqlite } from '../../../../platform/database/engines/sqlite.ts';
import { BackupError, DATABASES } from './files.ts';

/**
 * A read-only view of the relational and the realtime database in a data folder, both as of the
 * same point in time.
 */
export interface Snapshot {
  readonly tables: DatabaseSyncInstance;
  readonly tree: DatabaseSyncInstance;
  close(): void;
}

/**
 * Opens a snapshot of the relational and the realtime database, even while Halyard is using them.
 * While it starts a read transaction on each database, all writers are blocked, for at most 5
 * seconds (SQLite's `busy_timeout`). Later writes do not affect the snapshot.
 * @throws BackupError if there is no data, FileFault if it is damaged or not writable
 */
export async function openSnapshot(dataDir: string): Promise<Snapshot> {
  const files = Object.values(DATABASES).map((name) => path.join(dataDir, name));
  const missing = files.find((file) => !existsSync(file));
  if (missing) throw new BackupError(`There is no Halyard data here: ${missing} is missing.`);
  const opened: DatabaseSyncInstance[] = [];
  const open = async (name: string) => {
    const database = await openSqlite(path.join(dataDir, name));
    opened.push(database);
    return database;
  };
  const close = () => {
    for (const database of opened.splice(0)) {
      // The driver closes a database only when its statements are garbage-collected. The rollback
      // ends the read transaction immediately.
      if (database.isTransaction) database.exec('rollback');
      database.close();
    }
  };
  /** Runs a function that uses a file, and adds the file's name to any error. */
  const on = (name: string, work: () => void) => {
    try {
      work();
    } catch (error) {
      throw asFileFault(error, path.join(dataDir, name));
    }
  };
  try {
    const [tables, tree] = [await open(DATABASES.tables), await open(DATABASES.tree)];
    on(DATABASES.tables, () => requireFullLength(tables, path.join(dataDir, DATABASES.tables)));
    on(DATABASES.tree, () => requireFullLength(tree, path.join(dataDir, DATABASES.tree)));
    const [tablesGate, treeGate] = [await open(DATABASES.tables), await open(DATABASES.tree)];
    // Start with the realtime tree, because a separate thread writes it, while the server's event
    // loop writes the relational database.
    on(DATABASES.tree, () => treeGate.exec('begin immediate'));
    on(DATABASES.tables, () => tablesGate.exec('begin immediate'));
    on(DATABASES.tables, () => beginToRead(tables));
    on(DATABASES.tree, () => beginToRead(tree));
    for (const gate of [tablesGate, treeGate]) gate.exec('rollback');
    return { tables, tree, close };
  } catch (error) {
    close();
    throw error;
  }
}

function beginToRead(database: DatabaseSyncInstance): void {
  database.exec('begin');
  database.prepare('select count(*) from sqlite_master').get();
}
