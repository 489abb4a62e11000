import { existsSync } from 'node:fs';
import path from 'node:path';
import { requireFullLength } from '@halyard/realtime';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { asFileFault } from '../../../../platform/database/engines/fileFault.ts';
import { openSqlite } from '../../../../platform/database/engines/sqlite.ts';
import { BackupError, DATABASES } from './files.ts';

/** Both databases of a data folder as they were at one instant; nothing of it can be written. */
export interface Snapshot {
  readonly tables: DatabaseSyncInstance;
  readonly tree: DatabaseSyncInstance;
  close(): void;
}

/**
 * Opens both databases of one instant, whether or not Halyard runs on them: for a moment it holds back
 * whoever writes to either (5 seconds at most, SQLite's `busy_timeout`), begins to read both, and lets
 * go. Readers see what stood then, for as long as they read, while writes go on.
 * @throws BackupError where there is no data, FileFault where it is damaged or cannot be written
 */
export async function openSnapshot(dataDir: string): Promise<Snapshot> {
  const files = Object.values(DATABASES).map((name) => path.join(dataDir, name));
  const missing = files.find((file) => !existsSync(file));
  if (missing) throw new BackupError(`There is no data of Halyard's here: ${missing} is missing.`);
  const opened: DatabaseSyncInstance[] = [];
  const open = async (name: string) => {
    const database = await openSqlite(path.join(dataDir, name));
    opened.push(database);
    return database;
  };
  const close = () => {
    for (const database of opened.splice(0)) {
      // The driver lets go of a database when its statements are collected, and of what it reads here.
      if (database.isTransaction) database.exec('rollback');
      database.close();
    }
  };
  /** Works on a file, and names the file in any error. */
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
    // The tree first: its writer is a thread of its own, the tables' is the server's event loop.
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
