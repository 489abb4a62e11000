import type { FlownFlag } from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface FlagTable {
  id: string;
  flag_id: string;
  /** The result of `uniqueKey(flag_id)`. */
  flag_id_key: string;
  name: string;
  flies: Generated<FlownFlag>;
  company_id: string;
  location_id: string;
  /**
   * The owner key in the realtime database. Never changes, because the path is fixed in the device.
   */
  owner_id: string;
  /** Time in seconds that the pole may take to move; null for the default. */
  move_timeout: number | null;
  /** The reason for a maintenance lock. The lock's four columns are either all set or all null. */
  lock_reason: string | null;
  /** The `users.id` of the user who locked the flag. The account may have been deleted. */
  locked_by: string | null;
  /** The username of the user who locked the flag, which is kept when the account is deleted. */
  locked_by_name: string | null;
  locked_at: Time | null;
  /** Whether the server, not the pole, divides moves into steps. */
  server_steps: Generated<boolean>;
  /**
   * When orders and annual days began to apply to the flag at its location, by the half-staff
   * clock; 0 if they always have.
   */
  concerned_since: Generated<Time>;
  /**
   * When half-staff stopped applying to the flag, by the half-staff clock; null once the pole has
   * been seen in another position.
   */
  released_at: Time | null;
  /** Whether the server simulates the pole (simulatedPoles/). */
  simulated: Generated<boolean>;
  created_at: Time;
}

export interface DeviceKeyTable {
  id: string;
  /** The flag's `flags.id`. */
  flag_id: string;
  /** SHA-256 of the key, in hex. */
  key_hash: string;
  created_at: Time;
  last_used_at: Time | null;
}
