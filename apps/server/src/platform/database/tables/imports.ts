import type { ImportKind, ImportState } from '@halyard/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Time } from './columns.ts';

/** An import of a CSV file that is running, or that ended recently. */
export interface ImportTable {
  id: string;
  kind: ImportKind;
  /** The `users.id` of the user, or the UID of the service account, who started the import. */
  user_id: string;
  /**
   * Who started the import and how (`Caller`, as JSON). The log entry of each imported record
   * contains a copy.
   */
  caller: string;
  state: ImportState;
  /**
   * The kind of the import while it runs; otherwise null. The column is unique, so only one import
   * of each kind can run at a time.
   */
  slot: string | null;
  /** The number of lines in the import, and how many of them its current step has handled. */
  total: Generated<number>;
  handled: Generated<number>;
  /** How many records the import creates and updates. */
  created: Generated<number>;
  updated: Generated<number>;
  /** The ID of the last record that the import has copied to the realtime database and logged. */
  published: string | null;
  /** Whether the imported users get an email with instructions for setting a password. */
  invites: boolean;
  /** Whether the poles of the imported flags sign in with Google accounts, as Firebase requires. */
  has_logins: Generated<boolean>;
  /** This server's URL, to which the poles of the imported flags connect. */
  origin: string;
  /**
   * The secret that the device keys of the imported flags are derived from. Null if there are no
   * device keys to download.
   */
  key_seed: string | null;
  key_seed_is_sealed: Generated<boolean>;
  /** The time until which the device keys of the imported flags can be downloaded. */
  keys_until: Time | null;
  /**
   * The ID of the background run that does the import. If another process continues the import, it
   * replaces this ID with its own.
   */
  runner: string;
  /** The time when the running import last stored its progress. */
  alive_at: Time;
  cancelled_at: Time | null;
  /** Why the import made no changes, as a message for the user. Null if there was no problem. */
  problem: string | null;
  created_at: Time;
  /** The time when all imported records became visible at once. */
  shown_at: Time | null;
  ended_at: Time | null;
}

/**
 * A change to an existing record that an import still has to make. Only imports with many changes
 * store such rows.
 */
export interface ImportEditTable {
  import_id: string;
  /** The position of the change in the list of all changes that the import makes. */
  position: number;
  /** The ID of the record to change and its new values (`Edit`). */
  edit: ColumnType<{ id: string; fields: unknown }, string, never>;
}
