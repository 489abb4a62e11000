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
   * The owner in the realtime database. Never changes after it is set, because the path is burnt
   * into the device.
   */
  owner_id: string;
  /** Seconds that the pole may take to move; null for the default. */
  move_timeout: number | null;
  /** The reason for a maintenance lock. The lock's four columns are either all set or all null. */
  lock_reason: string | null;
  /** The `users.id` at the time; the account may be deleted. */
  locked_by: string | null;
  /** The username of the user who locked it, kept when the account is deleted. */
  locked_by_name: string | null;
  locked_at: Time | null;
  /** Whether the server, instead of the pole, splits its movements into steps. */
  server_steps: Generated<boolean>;
  /**
   * The domain time since which orders and annual days apply to the flag at its location; 0 if
   * always.
   */
  concerned_since: Generated<Time>;
  /**
   * The domain time of its release from half-staff; null once it has been seen in another position.
   */
  released_at: Time | null;
  /** Whether the server simulates the pole (simulatedPoles/). */
  simulated: Generated<boolean>;
  created_at: Time;
}

export interface DeviceKeyTable {
  id: string;
  /** `flags.id`. */
  flag_id: string;
  /** SHA-256 of the key, hex. */
  key_hash: string;
  created_at: Time;
  last_used_at: Time | null;
}
