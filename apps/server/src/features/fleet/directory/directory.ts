import { latest } from '../../../platform/database/changes/latest.ts';
import {
  type ChangedIds,
  type RecordChanges,
  readRecordChanges,
} from '../../../platform/database/changes/recordChanges.ts';
import type { Database } from '../../../platform/database/database.ts';
import { nextTurn } from '../../../platform/nextTurn.ts';
import { allRows, LISTED_TABLES, type ListedTable, rowsById } from './rows.ts';
import { Tables } from './tables.ts';

/**
 * Keeps in memory the values that lists are searched, filtered and sorted by, for every company,
 * location, flag and user. It decides only which records a page shows and in which order. The
 * records themselves are read from the database, within the caller's scope.
 */
export class Directory {
  readonly #db: Database;
  readonly #changes: RecordChanges<ListedTable>;
  #tables: Tables | null = null;

  constructor(db: Database) {
    this.#db = db;
    this.#changes = readRecordChanges(db, LISTED_TABLES);
  }

  /** Returns all list entries. Includes every change that was committed before the call. */
  readonly current: () => Promise<Tables> = latest(() => this.#catchUp());

  async #catchUp(): Promise<Tables> {
    let changed: ChangedIds<ListedTable> | null;
    try {
      changed = await this.#changes.next();
      if (changed !== null && this.#tables !== null) await this.#apply(this.#tables, changed);
      else this.#tables = await this.#readAll();
    } catch (error) {
      // The changes that were just read were not applied, so read everything next time.
      this.#tables = null;
      throw error;
    }
    return this.#tables!;
  }

  async #readAll(): Promise<Tables> {
    const tables = new Tables();
    for (const table of LISTED_TABLES)
      for await (const rows of allRows(this.#db.queries, table)) {
        for (const row of rows) tables.put(table, row);
        // Lets other work run between two batches.
        await nextTurn();
      }
    return tables;
  }

  async #apply(tables: Tables, changed: ChangedIds<ListedTable>): Promise<void> {
    for (const table of LISTED_TABLES) {
      if (changed[table].size === 0) continue;
      for await (const rows of rowsById(this.#db.queries, table, changed[table]))
        for (const row of rows) {
          changed[table].delete(row.id);
          // A row may refer to a record that was added after the changes were read. In that case,
          // the row has changed too, so it will be among the next changes.
          tables.put(table, row);
        }
    }
    // The remaining records no longer exist. Delete each record before the record that it belongs
    // to.
    for (const table of [...LISTED_TABLES].reverse())
      for (const id of changed[table]) tables.delete(table, id);
  }
}
