import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Context } from '../../calls/context.ts';
import type { NewDeviceKey } from '../../flags/keys/keys.ts';
import type { LineRules } from '../rows/judge.ts';

/** One kind of record that a CSV file can contain. */
export interface Kind<Value, Fields> {
  /** The table that stores the records. */
  table: 'companies' | 'locations' | 'flags' | 'users';
  /** Reads everything that is needed to check the lines. */
  rules(ctx: Context, queries: Queries): Promise<LineRules<Value, Fields>>;
  /**
   * Stores new records with the functions of their own feature.
   * @param keys device keys, one for each flag; empty for the other kinds
   */
  store(
    ctx: Context,
    trx: Trx,
    values: readonly Value[],
    keys: readonly NewDeviceKey[],
  ): Promise<Stored>;
  /**
   * Updates existing records with the functions of their own feature.
   * @returns IDs of users whose permissions changed, for `link.accountChanged` after the commit
   */
  edit(ctx: Context, trx: Trx, edits: readonly Edit<Fields>[]): Promise<readonly string[]>;
  /** Returns the flag IDs that need a device key; none for the other kinds. */
  flagIdsOf(values: readonly Value[]): readonly string[];
}

/** The results of an import apart from the rows. */
export interface Stored {
  keys: readonly ImportedKey[];
  people: readonly ImportedPerson[];
}
export const NOTHING_ELSE: Stored = { keys: [], people: [] };

/** A new flag's key, with the other data that a pole needs. */
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
 * Parses a number as users and spreadsheets write it. Anything else becomes NaN, which the schema
 * rejects.
 */
export function numberOf(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null;
  return Number(cell.replace(',', '.'));
}

/** Joins several parts into a key, so that different parts never give the same key. */
export const keyOfParts = (...parts: readonly string[]): string => parts.join('\n');
