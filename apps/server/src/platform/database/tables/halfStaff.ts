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

/** What the half-staff engine remembers about one pole across restarts. */
export interface PoleMemory {
  /** The planned position and lamp state according to the latest ledger entry. */
  should: {
    key: string;
    /**
     * The keys of all orders and half-staff days that were in effect when the engine made the plan
     * for the pole.
     */
    keys: readonly string[];
    position: Position | null;
    lamp: boolean | null;
    /**
     * The time when the plan for the pole ends, in epoch milliseconds. Missing in data from earlier
     * versions.
     */
    until?: number | null;
  } | null;
  /**
   * The key of the latest command to the pole, from a user or autopilot. Earlier versions stored
   * the command's ID.
   */
  commandId: string | null;
  /**
   * The key of the engine's latest command that the pole has carried out. Earlier versions stored
   * the command's ID.
   */
  followedId: string | null;
  /** The last position that the pole reported. */
  position: Position | null;
  /**
   * The time when the pole's position became wrong, in epoch milliseconds of the half-staff
   * engine's clock. Null if the position is right.
   */
  apartSince: number | null;
  /**
   * Whether the pole was online when the engine last checked it. Missing in data from earlier
   * versions.
   */
  isOnline?: boolean;
  /** How many commands the engine has sent since the pole was last in the planned position. */
  tries: number;
}

export interface HalfStaffOrderTable {
  id: string;
  /** The company that owns the order. Null if the operator owns it. */
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
  /** The username of the user who recorded the order. It is kept when the account is deleted. */
  created_by: string;
  created_at: Time;
  approved_by: string | null;
  approved_at: Time | null;
  cancelled_by: string | null;
  cancelled_at: Time | null;
  cancelled_why: string | null;
}

/**
 * One version of an order: its content after it was approved, amended or canceled. Rows are only
 * added, and never changed or deleted.
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
 * A second approval that a company requires for one version of an order. The row is added when the
 * version is approved, before the second approval is given. If there is no row, the company
 * requires none.
 */
export interface OrderApprovalTable {
  order_id: string;
  version: number;
  company_id: string;
  /**
   * The `users.id` of the user who approved or amended this version of the order, or who created
   * the service account that did so. The user may have been deleted.
   */
  first_by_id: string;
  /**
   * The username of the user who gave the second approval of the order, or who turned off second
   * approvals for the company. Null while the approval is pending.
   */
  by: string | null;
  /** The `users.id` of the user who gave the second approval of the order. Null if nobody has. */
  by_id: string | null;
  /** The time when the version of the order took effect for the company. Null if it never has. */
  at: Time | null;
}

/** A custom day, which recurs every year and creates approved orders. */
export interface OwnDayTable {
  id: string;
  /** The company that recorded the custom day. Null if the operator recorded it. */
  company_id: string | null;
  name: string;
  kind: Order['kind'];
  scope: Json<OwnDayTerms['scope']>;
  rule: Json<OwnDayTerms['rule']>;
  /**
   * The username and the `users.id` of the user who last saved the custom day. The account may have
   * been deleted.
   */
  saved_by: string;
  saved_by_id: string;
  saved_at: Time;
}

/** The order that was created for a custom day in one year. */
export interface OwnDayOrderTable {
  own_day_id: string;
  year: number;
  order_id: string;
}

/** An order template that a company or the operator has saved. */
export interface OrderTemplateTable {
  id: string;
  /** The company that the order template belongs to. Null if it belongs to the operator. */
  company_id: string | null;
  name: string;
  terms: Json<TemplateTerms>;
  created_by: string;
  created_at: Time;
}

export interface ConfirmedDayTable {
  name: string;
  year: number;
  /** The confirmed date of a half-staff day, `YYYY-MM-DD`. */
  date: string;
  /** The username of the user who confirmed the date of the half-staff day. */
  by: string;
  at: Time;
}

/**
 * An email about half-staff that was sent to a user, or skipped because the user has turned such
 * emails off. The user gets each email at most once.
 */
export interface HalfStaffMailTable {
  user_id: string;
  /**
   * Identifies what a half-staff email is about: its kind, the order or day, and the order's
   * version or the date.
   */
  key: string;
  /**
   * The time when the half-staff email was sent or skipped, in epoch milliseconds of the half-staff
   * engine's clock.
   */
  at: Time;
}

/** A calendar subscription: a URL from which calendar apps read a company's half-staff days. */
export interface CalendarSubscriptionTable {
  id: string;
  company_id: string;
  /** The two-letter code of the state that the calendar covers. */
  state: string;
  /**
   * The secret in the URL of a calendar subscription. It is not hashed, so that the console can
   * show the URL again.
   */
  token: string;
  created_by: string;
  created_at: Time;
  last_read_at: Time | null;
}

/** A user's hold, which keeps the engine from moving a pole. */
export interface HoldTable {
  id: string;
  /** The flag's ID in the table `flags`. */
  flag_id: string;
  reason: string;
  /** The `users.id` of the user who created the hold. The account may have been deleted. */
  by_id: string;
  /** The username of the user who created the hold. It is kept when the account is deleted. */
  by_name: string;
  created_at: Time;
  expires: Json<HoldExpiry>;
  /** The ID of the command that created the hold. Null for a hold created without a command. */
  command_id: string | null;
  /**
   * The time when the hold was released. Null for the current hold. A flag has at most one current
   * hold.
   */
  released_at: Time | null;
  /** The username of the user who released the hold. Null if it expired. */
  released_by: string | null;
  /**
   * The time when a user restored the hold by undoing a mass move, by the half-staff engine's
   * clock. Null if the hold was never restored.
   */
  restored_at: Time | null;
}

/**
 * What the half-staff engine stores about a pole, so that the engine can continue after a restart.
 */
export interface EnginePoleTable {
  /** The flag's ID in the table `flags`. */
  flag_id: string;
  memory: Json<PoleMemory>;
  /** The problem at the pole as a message for users. Null if there is no problem. */
  alarm: string | null;
  alarm_at: Time | null;
}

/**
 * An entry of the ledger. Rows are never changed or deleted, and only `appendToLedger` adds them.
 */
export interface LedgerTable {
  /** The number of the ledger entry, counted from 1 without gaps. */
  seq: number;
  at: Time;
  kind: LedgerKind;
  /** The `flags.id` that the entry's flag had when the ledger entry was written. */
  flag_id: string | null;
  flag_name: string | null;
  company_id: string | null;
  company: string | null;
  source_key: string | null;
  /** The content of the ledger entry as canonical JSON. */
  body: string;
  prev_hash: string;
  hash: string;
}
/**
 * A website or feed that is checked for half-staff orders. All times are real times, not times by
 * the half-staff engine's clock.
 */
export interface OrderSourceTable {
  /**
   * The key of a federal order source in `FEDERAL_SOURCES`, or a random ID for any other source.
   */
  id: string;
  definition: Json<SourceDefinition>;
  is_federal: boolean;
  is_on: boolean;
  /**
   * The `etag` and `last_modified` of the source's last response. The next request sends them, so
   * that the source sends its content only if it has changed.
   */
  etag: string | null;
  last_modified: string | null;
  next_at: Time;
  checked_at: Time | null;
  succeeded_at: Time | null;
  /** The time when the newest entry of the order source was found. */
  newest_at: Time | null;
  /** How many times in a row the check of the order source has failed. */
  failures: number;
  problem: SourceProblem | null;
  problem_text: string | null;
  problem_since: Time | null;
  /** The time when masters last got an email about a problem with the order source. */
  problem_mailed_at: Time | null;
  /**
   * The secret with which other systems sign the documents that they deliver to the order source.
   * Null if the source does not accept deliveries.
   */
  secret: string | null;
  /** Whether the order source's secret is encrypted in the database. */
  secret_is_sealed: boolean;
  /**
   * The time when the server last rejected a document that was delivered to the order source, and
   * the reason. Null if the server has never rejected one.
   */
  refused_at: Time | null;
  refused_for: DeliveryRefusal | null;
  created_by: string;
  created_at: Time;
}

/**
 * The status of an entry of an order source. `pending`: not read yet. `ignored`: contains no order.
 * `waiting`: a draft that needs a user's decision. `dismissed`: a user has dismissed the draft.
 * `replaced`: a later entry of the source has corrected the draft.
 */
export type SourceEntryStatus = 'pending' | 'ignored' | 'waiting' | 'dismissed' | 'replaced';

/**
 * An entry in an order source's list, such as a press release, and the orders found in its
 * document.
 */
export interface SourceEntryTable {
  id: string;
  source_id: string;
  /** The SHA-256 hash, in hex, of the key that the order source gives the entry. */
  key_hash: string;
  /**
   * The SHA-256 hash of all texts of the entry in the order source's list, such as its title. Null
   * if the entry was stored before schema version 39, or if the source publishes each correction as
   * a new entry.
   */
  wording_hash: string | null;
  title: string;
  /** The URL of the order source's entry. Null if the entry has no URL. */
  link: string | null;
  /**
   * The URL of the full text of an order source's entry. Null if the source's list of entries
   * itself contains the text.
   */
  document: string | null;
  published_at: Time | null;
  /** The time when the order source's entry was found, by the half-staff engine's clock. */
  found_at: Time;
  /** The time when the order source last listed the entry, rounded to the day. */
  seen_at: Time;
  status: SourceEntryStatus;
  /** The number of failed attempts to fetch the document of an order source's entry. */
  tries: number;
  /** The text of an order source's document. It is kept while the draft needs a decision. */
  text: string | null;
  orders: Json<OrderReading[]> | null;
  /** Why the document of an order source could not be read. Null if it was read. */
  unread: string | null;
  decided_at: Time | null;
  decided_by: string | null;
}
