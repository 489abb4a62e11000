import type {
  FlownFlag,
  PoleTestPhase,
  Position,
  PositionRequest,
  RefusalReason,
} from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Json, Time } from './columns.ts';

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
   * The key of the flag's owner in the realtime database. It is part of the path that is stored on
   * the device, so it never changes, not even when the flag moves to another company.
   */
  owner_id: string;
  /** The time in seconds that the pole may take to move. Null for the default time. */
  move_timeout: number | null;
  /**
   * The reason for the flag's maintenance lock. The four columns about the lock are either all set
   * or all null.
   */
  lock_reason: string | null;
  /** The `users.id` of the user who locked the flag. The account may have been deleted. */
  locked_by: string | null;
  /** The username of the user who locked the flag. It is kept when the account is deleted. */
  locked_by_name: string | null;
  locked_at: Time | null;
  /**
   * Whether the server splits moves that go through the top of the pole into steps. True for poles
   * that do not do this themselves.
   */
  server_steps: Generated<boolean>;
  /**
   * Orders and annual half-staff days apply to the flag from this time on, by the half-staff
   * engine's clock. Set, for example, when the flag moves to another location. 0 if they have
   * always applied.
   */
  concerned_since: Generated<Time>;
  /**
   * The time when half-staff ended for a flag that still has to leave half-staff, by the half-staff
   * engine's clock. Null for all other flags.
   */
  released_at: Time | null;
  /** Whether the server simulates the pole (simulatedPoles/). */
  simulated: Generated<boolean>;
  created_at: Time;
  /** The import that created the flag. Null if the flag was not created by an import. */
  import_id: string | null;
}

export interface DeviceKeyTable {
  id: string;
  /** The flag's ID in the table `flags`. */
  flag_id: string;
  /** The SHA-256 hash of the device key, in hex. */
  key_hash: string;
  created_at: Time;
  last_used_at: Time | null;
}

/**
 * A device key that is no longer valid. Kept for a year, so that the server can identify a pole
 * that still uses it.
 */
export interface FormerDeviceKeyTable {
  /** The SHA-256 hash of the device key, in hex. */
  key_hash: string;
  /** The ID that the former device key had in `device_keys`. */
  key_id: string;
  /**
   * The `flags.id` of the flag that the device key belonged to. The flag may have been deleted
   * since.
   */
  flag_id: string;
  /** The name of the flag when its device key became invalid. */
  flag_name: string;
  company_id: string;
  ended_at: Time;
}

/** The refused requests of one device: one row per reason and IP address. */
export interface DeviceRefusalTable {
  /**
   * A hash of the device, the IP address, the reason and its details. Makes each combination
   * unique.
   */
  id: string;
  reason: RefusalReason;
  /** The `flags.id` of the flag that the refused device belonged to. Null if it is unknown. */
  flag_id: string | null;
  /** The name of the flag when its device was refused. */
  flag_name: string | null;
  /** The company whose users may see the refused device. Null if only masters may see it. */
  company_id: string | null;
  /** The path that the refused device requested, `users/{owner_id}/hardware/{device_id}`. */
  owner_id: string | null;
  device_id: string | null;
  /** Details about why the device was refused (`refusedDevice` in packages/domain). */
  detail: string | null;
  address: string | null;
  /**
   * Where the refused requests came from: the ID of a flag, or an IP address. The number of rows
   * per source is limited.
   */
  source: string;
  count: number;
  first_at: Time;
  last_at: Time;
}

/** A pole's latest test. Each pole has at most one. */
export interface PoleTestTable {
  flag_id: string;
  /** The user who started the pole test. The account may have been deleted since. */
  user_id: string;
  username: string;
  phase: PoleTestPhase;
  /**
   * The ID of the pole test's command. The next column contains the ID of the command that moves
   * the pole back.
   */
  command_id: string;
  restore_command_id: string;
  position: Position;
  /** The position of the pole before its test. Null if it is unknown. */
  position_before: Position | null;
  request_before: Json<PositionRequest | null>;
  started_at: Time;
  /**
   * The time when the server sent the command that moves the pole back after its test. Null if no
   * such command was sent.
   */
  restored_at: Time | null;
  /**
   * The time in ms from the test command until the pole reported the test's position. Null if it
   * did not.
   */
  took_ms: number | null;
  /** The first problem that occurred during the pole test. Null if there was none. */
  problem: string | null;
  ended_at: Time | null;
}
