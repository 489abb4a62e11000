import type {
  ActivityCategory,
  ActivityChannel,
  ActivityDetail,
  ActivityKind,
  ActivityOutcome,
  ActorKind,
  AlertCondition,
  AlertSettings,
  DailyRule,
  EventType,
  HoldExpiry,
  LedgerKind,
  Order,
  Position,
  Role,
  TokenScope,
  WebhookDelivery,
} from '@halyard/domain';
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { PoleMemory } from '../halfStaff/engine/memory.ts';
import type { Mail } from '../mail/mailer.ts';

/** Epoch milliseconds. */
type Time = number;

export interface CompanyTable {
  id: string;
  name: string;
  address1: string;
  address2: string | null;
  city: string;
  state: string;
  zip: string;
  phone: string;
  description: string | null;
  auto_half_mast: boolean;
  created_at: Time;
}

export interface LocationTable {
  id: string;
  company_id: string;
  name: string;
  address1: string;
  address2: string | null;
  city: string;
  state: string;
  zip: string;
  phone: string;
  /** Degrees; both or neither: then by its state. */
  latitude: number | null;
  longitude: number | null;
  /** IANA name; null: by its state. */
  time_zone: string | null;
  daily_rule: Generated<DailyRule>;
  created_at: Time;
}

export interface UserTable {
  id: string;
  username: string;
  /** `uniqueKey(username)`: unique without regard to case on either engine. */
  username_key: string;
  /** argon2id, in PHC form. */
  password_hash: string;
  role: Role;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** Null: it may sign in. */
  suspended_at: Generated<Time | null>;
  created_at: Time;
}

export interface SessionTable {
  /** The public session id (`sid`): also the key of access/{sid} in the realtime database. */
  id: string;
  /** SHA-256 of the cookie's token, hex. */
  token_hash: string;
  user_id: string;
  /** Opened with a temporary password: it may do nothing but set a new one. */
  temporary: Generated<boolean>;
  /** Opened through a provider, whose job the second factor is. */
  via_provider: Generated<boolean>;
  /** From where it was opened; null where that is not known. */
  user_agent: Generated<string | null>;
  address: Generated<string | null>;
  created_at: Time;
  last_used_at: Time;
}

export interface SecondFactorTable {
  user_id: string;
  /** Base32, sealed (secrets/secretBox.ts). */
  secret: string;
  /** Null until a first code was confirmed: it does not count before. */
  confirmed_at: Generated<Time | null>;
  /** Of the last code that was taken, in units of 30 s since 1970: none is taken twice. */
  last_step: Generated<number>;
}

export interface RecoveryCodeTable {
  /** SHA-256 of the user's id and the code, hex; the row goes when it is used. */
  id: string;
  user_id: string;
}

/** A company's own OpenID Connect provider. */
export interface CompanyProviderTable {
  company_id: string;
  issuer: string;
  client_id: string;
  /** Sealed (secrets/secretBox.ts). */
  client_secret: string;
  creates_accounts: boolean;
}

export interface ProviderDomainTable {
  /** An e-mail domain in small letters; one company's at most. */
  id: string;
  company_id: string;
}

/** A person at a provider, and the account that is theirs. */
export interface IdentityTable {
  /** SHA-256 of provider, issuer and the provider's own id of the person, hex. */
  id: string;
  /** `system`, or the company's id. */
  provider: string;
  issuer: string;
  user_id: string;
  created_at: Time;
}

/** A sign-in that waits for the browser to come back from a provider. */
export interface ProviderSignInTable {
  /** SHA-256 of the token in the browser's cookie, hex. */
  id: string;
  provider: string;
  state: string;
  nonce: string;
  /** PKCE's. */
  verifier: string;
  expires_at: Time;
}

/** A sign-in that waits for the second factor's code. */
export interface PendingSignInTable {
  /** SHA-256 of the token in the browser's cookie, hex. */
  id: string;
  user_id: string;
  /** Begun with a temporary password. */
  temporary: Generated<boolean>;
  expires_at: Generated<Time>;
}

export interface TemporaryPasswordTable {
  user_id: string;
  /** argon2id, in PHC form. */
  password_hash: string;
  expires_at: Time;
}

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

/** API tokens: a person's own, or a service account, which has a role and a tenant itself. */
export interface TokenTable {
  /** Also the key of access/{sid} in the realtime database. */
  id: string;
  name: string;
  /** SHA-256 of the secret, hex. */
  secret_hash: string;
  scope: TokenScope;
  /** Null: until it is revoked. */
  expires_at: Time | null;
  /** Whose own it is; null: a service account. */
  user_id: string | null;
  /** Of a service account, as the next three; null for a person's own. */
  role: Role | null;
  company_id: string | null;
  location_id: string | null;
  all_companies: boolean;
  /** Username of its maker, kept when that account goes. */
  created_by: string;
  created_at: Time;
  last_used_at: Time | null;
}

export interface InvitationTable {
  id: string;
  company_id: string;
  /** SHA-256 of the code, hex. */
  code_hash: string;
  /** Username of the inviter, kept when the account goes. */
  created_by: string;
  created_at: Time;
  expires_at: Time;
  used_at: Time | null;
}

export interface RateLimitTable {
  id: string;
  hits: number;
  /** When the row forgets its hits. */
  expires_at: Time;
  /** Until when further tries are refused. */
  blocked_until: Time;
}

export interface SettingTable {
  id: string;
  value: string;
}

/** A JSON column: written as text. */
type Json<T> = ColumnType<T, string, string>;

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

export interface WebhookTable {
  id: string;
  /** Whose events; null: of every company. */
  company_id: string | null;
  url: string;
  /** As it was shown to its maker: what is signed with must be known. */
  secret: string;
  event_types: Json<EventType[]>;
  is_on: boolean;
  /** Why the server switched it off. */
  off_reason: string | null;
  /** Since when every delivery has failed. */
  failing_since: Time | null;
  /** Username, kept when the account goes. */
  created_by: string;
  created_at: Time;
}

export interface WebhookDeliveryTable {
  /** The `webhook-id` of each try. */
  id: string;
  webhook_id: string;
  /** An event type, or `test`. */
  type: string;
  /** The body, byte for byte. */
  payload: string;
  status: WebhookDelivery['status'];
  attempts: number;
  created_at: Time;
  last_attempt_at: Time | null;
  /** Null where it is not waiting. */
  next_attempt_at: Time | null;
  /** Of the last attempt, as the next two. */
  response_status: number | null;
  response_text: string | null;
  error: string | null;
}

export interface AlertSettingsTable {
  company_id: string;
  body: Json<AlertSettings>;
}

/** One condition at one pole; one at most of each is open. */
export interface AlertTable {
  id: string;
  /** `flags.id`. */
  flag_id: string;
  /** The flag's at the time: where it is moved elsewhere, its alerts stay behind, for nobody to see. */
  company_id: string;
  condition: AlertCondition;
  cause: string;
  since: Time;
  /** Since when it is over, as long as that may be a pole that comes and goes. */
  over_since: Time | null;
  ended_at: Time | null;
  /** What people are still to be told of it; null: nothing. */
  news: 'started' | 'ended' | null;
  /** Before which they are not told it. */
  news_at: Time;
  /** When they were told that it began. */
  told_at: Time | null;
}

/** A mail that the mail server has not taken yet. */
export interface OutgoingMailTable {
  id: string;
  body: Json<Mail>;
  created_at: Time;
  tries: number;
  next_try_at: Time;
}

/** A time in which the leader watched the poles. Between two of them nothing is known of any. */
export interface HistoryWatchTable {
  from_at: Time;
  until_at: Time;
}

/** What became of a pole, valid within its watch. `flag_id` here and below: `flags.id`. */
export interface HistoryStateTable {
  flag_id: string;
  at: Time;
  online: boolean;
  position: Position | null;
}

/** Voltages of a pole that are in no day so far; `volts` here and below: `pack`ed. */
export interface HistoryHourTable {
  /** Its begin. */
  hour: Time;
  flag_id: string;
  volts: Uint8Array;
}

/** The last 24 hours of each pole, hour by hour. */
export interface HistorySparkTable {
  flag_id: string;
  until_at: Time;
  volts: Uint8Array;
}

/** One day of a pole, by its location's clock at the time. */
export interface HistoryDayTable {
  flag_id: string;
  at: Time;
  until_at: Time;
  /** Minutes of a slot: the older, the longer. */
  step: number;
  volts: Uint8Array;
  /** Milliseconds, as are the others. */
  online: number;
  offline: number;
  up: number;
  half: number;
  down: number;
}

/** Append-only: `activity/` alone writes it, and removes what is too old. */
export interface ActivityTable {
  /** In the order in which entries were made. */
  id: Generated<number>;
  at: Time;
  category: ActivityCategory;
  kind: ActivityKind;
  outcome: ActivityOutcome;
  actor_kind: ActorKind;
  /** `users.id` or another id at the time; null for someone unknown. */
  actor_id: string | null;
  actor_name: string;
  /** The company that the actor was of; null: the operator's, or none. */
  actor_company_id: string | null;
  channel: ActivityChannel;
  address: string | null;
  /** Ids and names of the time, kept when what they name goes. */
  company_id: string | null;
  company: string | null;
  location_id: string | null;
  /** `flags.id` */
  flag_id: string | null;
  subject: string | null;
  detail: Json<ActivityDetail>;
  /** `uniqueKey` of the words that a search looks through. */
  search: string;
  /** Of a command: its id, and when it was given. */
  command_id: string | null;
  command_at: Time | null;
}

/** Where a command came from that the API wrote, until its outcome is known. */
export interface CommandOriginTable {
  /** The command's. */
  id: string;
  channel: ActivityChannel;
  address: string | null;
  created_at: Time;
}

/** One multi-path update of the realtime database: absolute paths; null removes. */
export type RealtimeChanges = Record<string, RealtimeValue>;
export type RealtimeValue = string | number | boolean | null;

export interface OutboxTable {
  id: Generated<number>;
  changes: ColumnType<RealtimeChanges, string, never>;
  created_at: Time;
}

export interface Schema {
  companies: CompanyTable;
  locations: LocationTable;
  users: UserTable;
  sessions: SessionTable;
  temporary_passwords: TemporaryPasswordTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  pending_sign_ins: PendingSignInTable;
  company_providers: CompanyProviderTable;
  provider_domains: ProviderDomainTable;
  identities: IdentityTable;
  provider_sign_ins: ProviderSignInTable;
  flags: FlagTable;
  device_keys: DeviceKeyTable;
  tokens: TokenTable;
  invitations: InvitationTable;
  rate_limits: RateLimitTable;
  settings: SettingTable;
  half_staff_orders: HalfStaffOrderTable;
  order_versions: OrderVersionTable;
  confirmed_days: ConfirmedDayTable;
  half_staff_reminders: HalfStaffReminderTable;
  holds: HoldTable;
  engine_poles: EnginePoleTable;
  ledger: LedgerTable;
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
  alert_settings: AlertSettingsTable;
  alerts: AlertTable;
  outgoing_mails: OutgoingMailTable;
  history_watches: HistoryWatchTable;
  history_states: HistoryStateTable;
  history_hours: HistoryHourTable;
  history_sparks: HistorySparkTable;
  history_days: HistoryDayTable;
  activity: ActivityTable;
  command_origins: CommandOriginTable;
  outbox: OutboxTable;
}

/** For reads: the database itself or a transaction. */
export type Queries = Kysely<Schema>;
export type Trx = Transaction<Schema>;
