import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import type { Edit } from '../../activity/storeEdited.ts';
import type { Context } from '../../calls/context.ts';
import type { NewDeviceKey } from '../../flags/keys/keys.ts';
import type { LineRules } from '../rows/judge.ts';

/** One kind of thing that a CSV file brings. */
export interface Kind<Value, Fields> {
  /** Where its rows are. */
  table: 'companies' | 'locations' | 'flags' | 'users';
  /** Reads all that judging its lines takes. */
  rules(ctx: Context, queries: Queries): Promise<LineRules<Value, Fields>>;
  /**
   * Stores new things, by the verbs of their subject.
   * @param keys device keys, one for each flag; empty for the other kinds
   */
  store(
    ctx: Context,
    trx: Trx,
    values: readonly Value[],
    keys: readonly NewDeviceKey[],
  ): Promise<Stored>;
  /**
   * Changes existing things, by the verbs of their subject.
   * @returns ids of users whose rights changed, for `link.accountChanged` after the commit
   */
  edit(ctx: Context, trx: Trx, edits: readonly Edit<Fields>[]): Promise<readonly string[]>;
  /** The flag IDs that need a device key; none for the other kinds. */
  flagIdsOf(values: readonly Value[]): readonly string[];
}

/** What came of it beside the rows. */
export interface Stored {
  keys: readonly ImportedKey[];
  people: readonly ImportedPerson[];
}
export const NOTHING_ELSE: Stored = { keys: [], people: [] };

/** A new flag's key, with what a pole needs beside it. */
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

/** A number as people and their spreadsheets write it; what is none stays, for the schema to refuse. */
export function numberOf(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null;
  return Number(cell.replace(',', '.'));
}

/** A key of several parts: no part runs into the next. */
export const keyOfParts = (...parts: readonly string[]): string => parts.join('\n');
