import type { Generated } from 'kysely';
import type { Time } from './columns.ts';

export interface FlagTable {
  id: string;
  flag_id: string;
  /** `uniqueKey(flag_id)`. */
  flag_id_key: string;
  name: string;
  company_id: string;
  location_id: string;
  /** Owner in the realtime database; set once, never changed: the path is burnt into the device. */
  owner_id: string;
  /** Seconds; null for the default. */
  move_timeout: number | null;
  /** Of a maintenance lockout: all four, or none. */
  lock_reason: string | null;
  /** `users.id` at the time; the account may be gone. */
  locked_by: string | null;
  /** Username of whoever locked it, kept when the account goes. */
  locked_by_name: string | null;
  locked_at: Time | null;
  /** The server makes the steps of its movements, not the pole. */
  server_steps: Generated<boolean>;
  /** Domain time from which orders and annual days concern the flag where it is now; 0: always. */
  concerned_since: Generated<Time>;
  /** Domain time at which half-staff was taken away from it; null once it was seen elsewhere. */
  released_at: Time | null;
  /** The server plays the pole (simulatedPoles/). */
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
