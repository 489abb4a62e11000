import type { PoleTestPhase, Position, PositionRequest, RefusalReason } from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/** A device key that is no longer valid. Kept for a year to name a pole that still uses it. */
export interface FormerDeviceKeyTable {
  /** SHA-256 of the key, hex. */
  key_hash: string;
  /** The key's former id in `device_keys`. */
  key_id: string;
  /** The flag's `flags.id` at the time; the flag may have been deleted. */
  flag_id: string;
  /** The name of the flag at the time. */
  flag_name: string;
  company_id: string;
  ended_at: Time;
}

/** All requests of one device from one address that were refused for one reason, in one row. */
export interface DeviceRefusalTable {
  /** A hash of the values that distinguish this row from every other row. */
  id: string;
  reason: RefusalReason;
  /** The `flags.id` of the flag whose key it used or for which it reported; null if unknown. */
  flag_id: string | null;
  /** The name of the flag at the time. */
  flag_name: string | null;
  /** The company whose users may see this row; null if only masters may. */
  company_id: string | null;
  /** The node that it requested in the database, `users/{owner_id}/hardware/{device_id}`. */
  owner_id: string | null;
  device_id: string | null;
  /** Details of the refusal; see `refusedDevice` in the domain's API. */
  detail: string | null;
  address: string | null;
  /** The flag's id or the IP address; the number of rows for each is limited. */
  source: string;
  count: number;
  first_at: Time;
  last_at: Time;
}

/** The latest test of a pole. */
export interface PoleTestTable {
  flag_id: string;
  /** The user who runs the test. The account may have been deleted. */
  user_id: string;
  username: string;
  phase: PoleTestPhase;
  /** The ids of the command that moves the pole and of the one that moves it back. */
  command_id: string;
  restore_command_id: string;
  position: Position;
  /** The position before the test; null if unknown. */
  position_before: Position | null;
  request_before: Json<PositionRequest | null>;
  started_at: Time;
  /** When the pole was sent back; null if it was not. */
  restored_at: Time | null;
  /** Milliseconds from the command until the pole reported it; null if it did not. */
  took_ms: number | null;
  /** The first problem that occurred; null if none. */
  problem: string | null;
  ended_at: Time | null;
}
