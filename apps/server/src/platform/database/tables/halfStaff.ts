import type { HoldExpiry, LedgerKind, Order, Position } from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/** What the engine remembers about one pole across a restart. */
export interface PoleMemory {
  /** The planned position and lamp, as last entered in the ledger. */
  should: {
    key: string;
    /** The keys of everything that was in effect at the same time. */
    keys: readonly string[];
    position: Position | null;
    lamp: boolean | null;
    /** Epoch milliseconds; absent in what earlier versions stored. */
    until?: number | null;
  } | null;
  /**
   * The key of the latest command seen, from a user or autopilot. Earlier versions stored its id.
   */
  commandId: string | null;
  /** Key of the engine's latest command that the pole has followed; in old versions, its id. */
  followedId: string | null;
  /** The position last seen. */
  position: Position | null;
  /** Epoch milliseconds of the domain clock since which the pole has been in the wrong position. */
  apartSince: number | null;
  /** Whether it was online at the last check; absent in what earlier versions stored. */
  isOnline?: boolean;
  /** The number of commands for the planned position since the pole was last in the right one. */
  tries: number;
}

export interface HalfStaffOrderTable {
  id: string;
  /** The company whose own order it is; null for the operator's. */
  company_id: string | null;
  authority: Order['authority'];
  kind: Order['kind'];
  reason: string;
  source_url: string | null;
  issued_at: Time;
  scope: Json<Order['scope']>;
  starts: Json<Order['starts']>;
  ends: Json<Order['ends']>;
  status: Order['status'];
  version: number;
  revision: number;
  /** Usernames, kept when the accounts are deleted. */
  created_by: string;
  created_at: Time;
  approved_by: string | null;
  approved_at: Time | null;
  cancelled_by: string | null;
  cancelled_at: Time | null;
  cancelled_why: string | null;
}

/** Append-only: each version of an order that poles followed, and each end of it. */
export interface OrderVersionTable {
  id: string;
  order_id: string;
  at: Time;
  /** A username. */
  by: string;
  body: Json<Order>;
}

export interface ConfirmedDayTable {
  name: string;
  year: number;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Username. */
  by: string;
  at: Time;
}

/** A reminder that was mailed, so that it is not mailed again. */
export interface HalfStaffReminderTable {
  company_id: string;
  user_id: string;
  /** The key of the order or day. */
  source_key: string;
  /** The date, `YYYY-MM-DD`, on which it begins. */
  date: string;
  sent_at: Time;
}

/** A user's manual override of the engine. */
export interface HoldTable {
  id: string;
  /** `flags.id`. */
  flag_id: string;
  reason: string;
  /** The `users.id` at the time; the account may be deleted. */
  by_id: string;
  /** The username, kept when the account is deleted. */
  by_name: string;
  created_at: Time;
  expires: Json<HoldExpiry>;
  /** The id of the command for which the hold was made; null for a hold made without one. */
  command_id: string | null;
  /** At most one hold of each flag is not released. */
  released_at: Time | null;
  /** A username; null if the hold expired. */
  released_by: string | null;
  /** The domain time at which the undo of a mass move reopened it; null if never. */
  restored_at: Time | null;
}

/** What the engine must remember about a pole across a restart. */
export interface EnginePoleTable {
  /** `flags.id`. */
  flag_id: string;
  memory: Json<PoleMemory>;
  /** What is wrong, in words for users; null if nothing is. */
  alarm: string | null;
  alarm_at: Time | null;
}

/** Append-only: only `appendToLedger` writes it. */
export interface LedgerTable {
  /** 1, 2, 3, … without a gap. */
  seq: number;
  at: Time;
  kind: LedgerKind;
  /** The `flags.id` at the time. */
  flag_id: string | null;
  flag_name: string | null;
  company_id: string | null;
  company: string | null;
  source_key: string | null;
  /** Canonical JSON. */
  body: string;
  prev_hash: string;
  hash: string;
}
