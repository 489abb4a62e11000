import type { FlownFlag } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface FlagTable {
  id: string;
  flag_id: string;
  /** The result of `uniqueKey(flag_id)`, which makes flag IDs unique regardless of case. */
  flag_id_key: string;
  name: string;
  flies: Generated<FlownFlag>;
  company_id: string;
  location_id: string;
  /**
   * The owner key in the realtime database. It never changes, because the device always uses the
   * same path.
   */
  owner_id: string;
  /** The time in seconds that the pole may take to move. Null for the default. */
  move_timeout: number | null;
  /**
   * The reason for a maintenance lock. The four columns about the lock are either all set or all
   * null.
   */
  lock_reason: string | null;
  /** The `users.id` of the user who locked the flag. The account may have been deleted. */
  locked_by: string | null;
  /** The username of the user who locked the flag. It is kept when the account is deleted. */
  locked_by_name: string | null;
  locked_at: Time | null;
  /** Whether the server divides moves into steps because the pole does not. */
  server_steps: Generated<boolean>;
  /**
   * The time from which orders and annual days apply to the flag at its location, by the half-staff
   * clock. 0 if they always have.
   */
  concerned_since: Generated<Time>;
  /**
   * When half-staff stopped applying to the flag, by the half-staff clock. Null if the pole has
   * been in another position since.
   */
  released_at: Time | null;
  /** Whether the server simulates the pole (simulatedPoles/). */
  simulated: Generated<boolean>;
  created_at: Time;
  /** The import that created the record. Null if it was not created by an import. */
  import_id: string | null;
}

export interface DeviceKeyTable {
  id: string;
  /** The flag's ID in the table `flags`. */
  flag_id: string;
  /** The SHA-256 hash of the key, in hex. */
  key_hash: string;
  created_at: Time;
  last_used_at: Time | null;
}
