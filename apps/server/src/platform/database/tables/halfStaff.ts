import type { HoldExpiry, LedgerKind, Order, Position } from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/** What the engine remembers of one pole across a restart. */
export interface PoleMemory {
  /** What should hold as last entered in the ledger. */
  should: {
    key: string;
    /** Of everything that held together with it. */
    keys: readonly string[];
    position: Position | null;
    lamp: boolean | null;
    /** Epoch milliseconds; absent in what earlier versions stored. */
    until?: number | null;
  } | null;
  /** Key of the latest command seen, by a person or autopilot. Earlier versions stored its id. */
  commandId: string | null;
  /** Key of the engine's latest command that the pole has followed; its id in what earlier versions stored. */
  followedId: string | null;
  /** Position as last seen. */
  position: Position | null;
  /** Epoch milliseconds of the domain clock since which the pole has not been in the position it should. */
  apartSince: number | null;
  /** Whether it was online when it was last looked at; absent in what earlier versions stored. */
  isOnline?: boolean;
  /** Commands given for what should hold now, since the pole was last where it should be. */
  tries: number;
}

export interface HalfStaffOrderTable {
  id: string;
  /** Whose own order it is; null: the operator's. */
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
  /** Usernames, kept when the accounts go. */
  created_by: string;
  created_at: Time;
  approved_by: string | null;
  approved_at: Time | null;
  cancelled_by: string | null;
  cancelled_at: Time | null;
  cancelled_why: string | null;
}

/** Append-only: each state of an order in which poles followed it, or did so no more. */
export interface OrderVersionTable {
  id: string;
  order_id: string;
  at: Time;
  /** Username. */
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

/** A reminder that was mailed: it is not mailed again. */
export interface HalfStaffReminderTable {
  company_id: string;
  user_id: string;
  /** Key of the order or day. */
  source_key: string;
  /** `YYYY-MM-DD` on which it begins. */
  date: string;
  sent_at: Time;
}

/** A person's switch that stands against the engine. */
export interface HoldTable {
  id: string;
  /** `flags.id`. */
  flag_id: string;
  reason: string;
  /** `users.id` at the time; the account may be gone. */
  by_id: string;
  /** Username, kept when the account goes. */
  by_name: string;
  created_at: Time;
  expires: Json<HoldExpiry>;
  /** Of the switch that it was made for; null: made by itself. */
  command_id: string | null;
  /** One hold at most of each flag is not released. */
  released_at: Time | null;
  /** Username; null where it expired. */
  released_by: string | null;
  /** Domain time at which the undo of a mass move opened it again; null: never. */
  restored_at: Time | null;
}

/** What the engine must remember of a pole across a restart. */
export interface EnginePoleTable {
  /** `flags.id`. */
  flag_id: string;
  memory: Json<PoleMemory>;
  /** What is wrong, for people; null: nothing. */
  alarm: string | null;
  alarm_at: Time | null;
}

/** Append-only: `appendToLedger` alone writes it. */
export interface LedgerTable {
  /** 1, 2, 3, … without a gap. */
  seq: number;
  at: Time;
  kind: LedgerKind;
  /** `flags.id` at the time. */
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
