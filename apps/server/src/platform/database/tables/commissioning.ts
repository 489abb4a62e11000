import type { PoleTestPhase, Position, PositionRequest, RefusalReason } from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/** A device key that has ended; kept for a year, so that a pole that still brings it can be named. */
export interface FormerDeviceKeyTable {
  /** SHA-256 of the key, hex. */
  key_hash: string;
  /** The id that it had in `device_keys`. */
  key_id: string;
  /** `flags.id` at the time; the flag may be gone. */
  flag_id: string;
  /** Name of the flag at the time. */
  flag_name: string;
  company_id: string;
  ended_at: Time;
}

/** What one device was refused from one address for one reason, however often. */
export interface DeviceRefusalTable {
  /** Hash of what tells it from every other. */
  id: string;
  reason: RefusalReason;
  /** `flags.id` of the flag whose key it brought, or whose report it was; null: not known. */
  flag_id: string | null;
  /** Name at the time. */
  flag_name: string | null;
  /** Who may read of it; null: masters only. */
  company_id: string | null;
  /** The node that it asked for, `users/{owner_id}/hardware/{device_id}`. */
  owner_id: string | null;
  device_id: string | null;
  /** See `refusedDevice` in the domain's API. */
  detail: string | null;
  address: string | null;
  /** What its rows are counted by: a flag's id, or the address. */
  source: string;
  count: number;
  first_at: Time;
  last_at: Time;
}

/** The latest test of a pole. */
export interface PoleTestTable {
  flag_id: string;
  /** Who tests; may be gone. */
  user_id: string;
  username: string;
  phase: PoleTestPhase;
  /** Of the command that moves the pole, and of the one that brings it back. */
  command_id: string;
  restore_command_id: string;
  position: Position;
  /** Null: not known. */
  position_before: Position | null;
  request_before: Json<PositionRequest | null>;
  started_at: Time;
  /** When the pole was sent back; null: not yet, or never. */
  restored_at: Time | null;
  /** Milliseconds from the command to the pole's report of it; null: it did not report it. */
  took_ms: number | null;
  /** What went wrong; null: nothing so far. */
  problem: string | null;
  ended_at: Time | null;
}
