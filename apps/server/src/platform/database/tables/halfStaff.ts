import type {
  DeliveryRefusal,
  HoldExpiry,
  LedgerKind,
  Order,
  OrderReading,
  OwnDayTerms,
  Position,
  SourceDefinition,
  SourceProblem,
  TemplateTerms,
} from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/** The data about one pole that the engine keeps across restarts. */
export interface PoleMemory {
  /** The planned position and lamp according to the latest ledger entry. */
  should: {
    key: string;
    /** The keys of all orders and days that were in effect at the same time. */
    keys: readonly string[];
    position: Position | null;
    lamp: boolean | null;
    /**
     * When the plan stops being in effect, in epoch milliseconds; missing in data from earlier
     * versions.
     */
    until?: number | null;
  } | null;
  /**
   * The key of the latest command seen, whether from a user or autopilot. Earlier versions stored
   * the command's ID.
   */
  commandId: string | null;
  /**
   * The key of the engine's latest command that the pole has followed. Earlier versions stored the
   * command's ID.
   */
  followedId: string | null;
  /** The last position seen. */
  position: Position | null;
  /**
   * Since when the pole has been in the wrong position, in epoch milliseconds of the half-staff
   * clock; null if it is in the right one.
   */
  apartSince: number | null;
  /** Whether the pole was online at the last check; missing in data from earlier versions. */
  isOnline?: boolean;
  /** Number of commands sent for the planned position since the pole was last in it. */
  tries: number;
}

export interface HalfStaffOrderTable {
  id: string;
  /** The company that owns the order; null if the operator does. */
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
  /** The creator's username, which is kept when the account is deleted. */
  created_by: string;
  created_at: Time;
  approved_by: string | null;
  approved_at: Time | null;
  cancelled_by: string | null;
  cancelled_at: Time | null;
  cancelled_why: string | null;
}

/**
 * A version of an order that poles followed, or the order's cancellation. The table is append-only.
 */
export interface OrderVersionTable {
  id: string;
  order_id: string;
  at: Time;
  /** The username of the user who approved, amended or canceled the order. */
  by: string;
  body: Json<Order>;
}

/**
 * A company's requirement of a second approval of one version of an order, recorded when the
 * version was approved. If there is no row, the company requires none.
 */
export interface OrderApprovalTable {
  order_id: string;
  version: number;
  company_id: string;
  /**
   * The `users.id` of the user who approved or amended the version; for a service account, its
   * creator. The account may have been deleted.
   */
  first_by_id: string;
  /**
   * The username of the user who gave the second approval, or who turned the company's setting off;
   * null while the approval is missing.
   */
  by: string | null;
  /** The `users.id` of the user who gave the second approval; null if nobody did. */
  by_id: string | null;
  /** When the version took effect for the company; null if it never did. */
  at: Time | null;
}

/** A day of every year, which makes approved orders. */
export interface OwnDayTable {
  id: string;
  /** The company that recorded it; null if the operator did. */
  company_id: string | null;
  name: string;
  kind: Order['kind'];
  scope: Json<OwnDayTerms['scope']>;
  rule: Json<OwnDayTerms['rule']>;
  /** The username and the `users.id` of the user who last saved it; the account may be deleted. */
  saved_by: string;
  saved_by_id: string;
  saved_at: Time;
}

/** The order that was made for a custom day in one year. */
export interface OwnDayOrderTable {
  own_day_id: string;
  year: number;
  order_id: string;
}

/** A template for orders that a company, or the operator, saved. */
export interface OrderTemplateTable {
  id: string;
  /** Null for the operator's. */
  company_id: string | null;
  name: string;
  terms: Json<TemplateTerms>;
  created_by: string;
  created_at: Time;
}

export interface ConfirmedDayTable {
  name: string;
  year: number;
  /** The date of the day, `YYYY-MM-DD`. */
  date: string;
  /** The username of the user who confirmed the day. */
  by: string;
  at: Time;
}

/**
 * A mail about half-staff that a user got, or did not get only because they had turned such mails
 * off. It is not sent again.
 */
export interface HalfStaffMailTable {
  user_id: string;
  /** Identifies what the mail is about: its kind, the order or day, and the version or date. */
  key: string;
  /** Time in epoch milliseconds of the half-staff clock. */
  at: Time;
}

/** A calendar subscription, which calendar apps read by its URL. */
export interface CalendarSubscriptionTable {
  id: string;
  company_id: string;
  /** Two-letter state code. */
  state: string;
  /** The secret in the URL. It is not hashed, so that the URL can be shown again. */
  token: string;
  created_by: string;
  created_at: Time;
  last_read_at: Time | null;
}

/** A user's manual override of the engine. */
export interface HoldTable {
  id: string;
  /** The flag's `flags.id`. */
  flag_id: string;
  reason: string;
  /** The `users.id` of the user at that time. The account may have been deleted. */
  by_id: string;
  /** The username, which is kept when the account is deleted. */
  by_name: string;
  created_at: Time;
  expires: Json<HoldExpiry>;
  /** The ID of the command that created the hold; null for a hold created in the form. */
  command_id: string | null;
  /** When the hold was released; null for the flag's open hold, of which there is at most one. */
  released_at: Time | null;
  /** The username of the user who released the hold; null if it expired. */
  released_by: string | null;
  /** Half-staff clock time at which undoing a mass move reopened the hold; null if it never did. */
  restored_at: Time | null;
}

/** The row with what the engine remembers about a pole across restarts. */
export interface EnginePoleTable {
  /** The flag's `flags.id`. */
  flag_id: string;
  memory: Json<PoleMemory>;
  /** The problem at the pole as a user-facing message; null if there is none. */
  alarm: string | null;
  alarm_at: Time | null;
}

/** An entry of the ledger. The table is append-only: only `appendToLedger` writes to it. */
export interface LedgerTable {
  /** The number of the entry, counted from 1 without gaps. */
  seq: number;
  at: Time;
  kind: LedgerKind;
  /** The flag's `flags.id` at that time. */
  flag_id: string | null;
  flag_name: string | null;
  company_id: string | null;
  company: string | null;
  source_key: string | null;
  /** The entry as canonical JSON. */
  body: string;
  prev_hash: string;
  hash: string;
}
/** A website or feed that is checked for half-staff orders. Times are by the wall clock. */
export interface OrderSourceTable {
  /** The key in `FEDERAL_SOURCES`, or a new ID. */
  id: string;
  definition: Json<SourceDefinition>;
  is_federal: boolean;
  is_on: boolean;
  /** The validators to send with the next request (`Validators`). */
  etag: string | null;
  last_modified: string | null;
  next_at: Time;
  checked_at: Time | null;
  succeeded_at: Time | null;
  /** When the source's newest entry was found. */
  newest_at: Time | null;
  /** Number of failures since the last success. */
  failures: number;
  problem: SourceProblem | null;
  problem_text: string | null;
  problem_since: Time | null;
  /** When masters were last mailed about a problem with the source. */
  problem_mailed_at: Time | null;
  /** The key that signs deliveries to a webhook; null for other kinds. */
  secret: string | null;
  /** Whether the secret is encrypted, as in `webhooks`. */
  secret_is_sealed: boolean;
  /** When the webhook last refused a delivery, and why; null if it never did. */
  refused_at: Time | null;
  refused_for: DeliveryRefusal | null;
  created_by: string;
  created_at: Time;
}

/**
 * The status of an entry. `pending`: not read yet; `ignored`: contains no order; `waiting`: a draft
 * that a user must decide on; `dismissed`: a user dismissed the draft; `replaced`: a later entry of
 * the source corrected the draft.
 */
export type SourceEntryStatus = 'pending' | 'ignored' | 'waiting' | 'dismissed' | 'replaced';

/** An entry that a source listed, with what was found in its document. */
export interface SourceEntryTable {
  id: string;
  source_id: string;
  /** SHA-256 of the entry's key within its source. */
  key_hash: string;
  title: string;
  /** The URL for users to open; null if there is none. */
  link: string | null;
  /** The URL of the full text; null if the list itself contained the text. */
  document: string | null;
  published_at: Time | null;
  /** When the entry was found, by the half-staff clock. */
  found_at: Time;
  /** When the source last listed the entry, rounded to the day. */
  seen_at: Time;
  status: SourceEntryStatus;
  /** Number of failed attempts to fetch the document. */
  tries: number;
  /** The document's text, kept while the draft needs a decision. */
  text: string | null;
  orders: Json<OrderReading[]> | null;
  /** Why the document could not be read; null if it could. */
  unread: string | null;
  decided_at: Time | null;
  decided_by: string | null;
}
