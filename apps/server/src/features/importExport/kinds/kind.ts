import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import type { RealtimeChanges } from '../../../platform/database/tables/system.ts';
import type { NewActivity } from '../../activity/record.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Context } from '../../calls/context.ts';
import type { NewDeviceKey } from '../../flags/keys/keys.ts';
import type { LineRules } from '../rows/judge.ts';
import type { CsvLine } from '../rows/readCsv.ts';

/** A kind of record that CSV files can contain. */
export interface Kind<Value, Fields> {
  /** The table that stores the records of this kind. */
  table: 'companies' | 'locations' | 'flags' | 'users';
  /** Reads all data needed to check the given lines of a CSV file. */
  rules(
    ctx: Context,
    queries: Queries,
    lines: readonly CsvLine[],
  ): Promise<LineRules<Value, Fields>>;
  /**
   * Returns a function that stores new records. They stay hidden until the import makes them
   * visible.
   */
  stager(ctx: Context, importId: string): Promise<Stage<Value>>;
  /**
   * Returns what must be stored once records have become visible: their copies in the realtime
   * database and their log entries. Leaves out records that no longer exist.
   */
  publish(queries: Queries, ids: readonly string[], now: number): Promise<Published>;
  /**
   * Updates existing records.
   * @returns the IDs of users whose permissions have changed, to pass to `link.accountChanged`
   * after the commit
   */
  edit(ctx: Context, trx: Trx, edits: readonly Edit<Fields>[]): Promise<readonly string[]>;
  /** Returns the flag IDs that need a device key. Empty for other kinds of records. */
  flagIdsOf(values: readonly Value[]): readonly string[];
}

/** Stores one batch of an import's new records. */
export type Stage<Value> = (
  trx: Trx,
  values: readonly Value[],
  given: {
    /** The IDs of the records in the batch, in ascending order. */
    ids: readonly string[];
    /** The device keys, one per flag; empty for other kinds of records. */
    keys: readonly NewDeviceKey[];
  },
) => Promise<void>;

export interface Published {
  mirrors: readonly RealtimeChanges[];
  entries: readonly NewActivity[];
}

/**
 * Parses a number as users and spreadsheets write it. For anything else, returns NaN, which the
 * schema then rejects.
 */
export function numberOf(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null;
  return Number(cell.replace(',', '.'));
}

/** Joins several parts into a key. No two different lists of parts have the same key. */
export const keyOfParts = (...parts: readonly string[]): string => parts.join('\n');
