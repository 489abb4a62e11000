import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Context } from '../../calls/context.ts';
import type { NewDeviceKey } from '../../flags/keys/keys.ts';
import type { LineRules } from '../rows/judge.ts';

/** A kind of record that a CSV file can contain. */
export interface Kind<Value, Fields> {
  /** The table that stores the records. */
  table: 'companies' | 'locations' | 'flags' | 'users';
  /** Reads all data that is needed to check the lines of a CSV file. */
  rules(ctx: Context, queries: Queries): Promise<LineRules<Value, Fields>>;
  /**
   * Stores new records, using the code of their own feature.
   * @param keys the device keys, one per flag; empty for other kinds of records
   */
  store(
    ctx: Context,
    trx: Trx,
    values: readonly Value[],
    keys: readonly NewDeviceKey[],
  ): Promise<Stored>;
  /**
   * Updates existing records, using the code of their own feature.
   * @returns the IDs of users whose permissions have changed, to pass to `link.accountChanged`
   * after the commit
   */
  edit(ctx: Context, trx: Trx, edits: readonly Edit<Fields>[]): Promise<readonly string[]>;
  /** Returns the flag IDs that need a device key. Empty for other kinds of records. */
  flagIdsOf(values: readonly Value[]): readonly string[];
}

/** The results of an import, apart from its rows. */
export interface Stored {
  keys: readonly ImportedKey[];
  people: readonly ImportedPerson[];
}
export const NOTHING_ELSE: Stored = { keys: [], people: [] };

/** The device key of a new flag, with the other settings that its pole needs. */
export interface ImportedKey {
  flagId: string;
  name: string;
  companyId: string;
  locationId: string;
  ownerId: string;
  key: NewDeviceKey;
}

export interface ImportedPerson {
  username: string;
  email: string;
}

/**
 * Parses a number as users and spreadsheets write it. Returns NaN for anything else, which the
 * schema then rejects.
 */
export function numberOf(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null;
  return Number(cell.replace(',', '.'));
}

/** Joins several parts to a key. Different lists of parts never have the same key. */
export const keyOfParts = (...parts: readonly string[]): string => parts.join('\n');
