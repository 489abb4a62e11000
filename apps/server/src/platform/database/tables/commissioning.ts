import type { PoleTestPhase, Position, PositionRequest, RefusalReason } from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/**
 * A device key that is no longer valid. Kept for a year, so that the server can identify a pole
 * that still uses it.
 */
export interface FormerDeviceKeyTable {
  /** The SHA-256 hash of the key, in hex. */
  key_hash: string;
  /** The ID that the key had in `device_keys`. */
  key_id: string;
  /** The `flags.id` of the flag at that time. The flag may have been deleted since. */
  flag_id: string;
  /** The name of the flag at that time. */
  flag_name: string;
  company_id: string;
  ended_at: Time;
}

/** All refused requests of one device from one IP address for the same reason, in one row. */
export interface DeviceRefusalTable {
  /** A hash of the values that distinguish this row from all other rows. */
  id: string;
  reason: RefusalReason;
  /** The `flags.id` of the flag that the key or the report belonged to. Null if it is unknown. */
  flag_id: string | null;
  /** The name of the flag at that time. */
  flag_name: string | null;
  /** The company whose users may see this row. Null if only masters may see it. */
  company_id: string | null;
  /** The path that the device requested, `users/{owner_id}/hardware/{device_id}`. */
  owner_id: string | null;
  device_id: string | null;
  /** Details about the refusal (`refusedDevice` in packages/domain). */
  detail: string | null;
  address: string | null;
  /** The ID of the flag, or the IP address. The number of rows per source is limited. */
  source: string;
  count: number;
  first_at: Time;
  last_at: Time;
}

/** The latest test of each pole. */
export interface PoleTestTable {
  flag_id: string;
  /** The user who started the test. The account may have been deleted since. */
  user_id: string;
  username: string;
  phase: PoleTestPhase;
  /** The ID of the command that moves the pole, and of the command that moves it back. */
  command_id: string;
  restore_command_id: string;
  position: Position;
  /** The position before the test. Null if it is unknown. */
  position_before: Position | null;
  request_before: Json<PositionRequest | null>;
  started_at: Time;
  /** When the pole was sent back to its previous position. Null if it was not. */
  restored_at: Time | null;
  /** The time in ms from the command until the pole reported the position. Null if it did not. */
  took_ms: number | null;
  /** The first problem that occurred. Null if there was none. */
  problem: string | null;
  ended_at: Time | null;
}
