import type { ImportKind, ImportState } from '@halyard/domain';
import type { ColumnType, Generated } from 'kysely';
import type { Time } from './columns.ts';

/** An import of a CSV file that is running, or that ended recently. */
export interface ImportTable {
  id: string;
  kind: ImportKind;
  /** The `users.id` of the user, or the UID of the service account, who started it. */
  user_id: string;
  /** Who started the import and how (`Caller`, as JSON); copied into each record's log entry. */
  caller: string;
  state: ImportState;
  /**
   * Equals `kind` while the import runs. The column is unique, so that imports of one kind run one
   * after another.
   */
  slot: string | null;
  /** The number of lines, and how many of them have been handled in the current state. */
  total: Generated<number>;
  handled: Generated<number>;
  /** The number of records to create and to update. */
  created: Generated<number>;
  updated: Generated<number>;
  /** The ID of the last new record that has been copied to the realtime database and logged. */
  published: string | null;
  /** Whether the new users get a mail with instructions for setting a password. */
  invites: boolean;
  /** Whether the poles of the new flags sign in to Google. */
  has_logins: Generated<boolean>;
  /** The URL of this server, to which the poles of the new flags connect. */
  origin: string;
  /**
   * The secret from which the device keys are derived. Null if there are no device keys to
   * download.
   */
  key_seed: string | null;
  key_seed_is_sealed: Generated<boolean>;
  /** Until when the device keys can be downloaded. */
  keys_until: Time | null;
  /**
   * The ID of the run that does the import. A process that continues the import replaces it with
   * the ID of its own run.
   */
  runner: string;
  /** When the run last stored something. */
  alive_at: Time;
  cancelled_at: Time | null;
  /** Why nothing was imported, for the user. */
  problem: string | null;
  created_at: Time;
  /** When the records became visible, all at once. */
  shown_at: Time | null;
  ended_at: Time | null;
}

/** An edit that an import with many edits has yet to make. */
export interface ImportEditTable {
  import_id: string;
  /** The position of the edit among all edits of the import. */
  position: number;
  /** The record's ID and its new values (`Edit`). */
  edit: ColumnType<{ id: string; fields: unknown }, string, never>;
}
