import type {
  AlertCondition,
  EventType,
  StoredAlertSettings,
  WebhookDelivery,
} from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/** A mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same for mail programs that show HTML. */
  html?: string;
  /** Unique; sent again after a crash, the mail is known by it. */
  messageId?: string;
}

export interface WebhookTable {
  id: string;
  /** Whose events; null: of every company. */
  company_id: string | null;
  url: string;
  /** What is signed with must be known: it is no hash. */
  secret: string;
  /** Whether it is sealed, for which a key is needed. */
  secret_is_sealed: boolean;
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
  body: Json<StoredAlertSettings>;
}

/**
 * What people are still to be told of an alert: `delayed` started while the company's daily mail budget was
 * used up, and `missed` is one of those that has ended since.
 */
export type AlertNoticeKind = 'started' | 'delayed' | 'missed' | 'ended';

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
  /** Null: nothing. */
  news: AlertNoticeKind | null;
  /** Before which they are not told it. */
  news_at: Time;
  /** When a mail that it began was queued; null: for nobody. */
  told_at: Time | null;
  /** When it was stored that it began, or that it is over. */
  recorded_at: Time;
  /**
   * What the masters who are mailed about all companies were told last; null: nothing. `delayed`: nothing,
   * as it began while the operator's daily mail budget was used up.
   */
  masters_told: 'delayed' | 'started' | 'ended' | null;
  /** When they were told that it began. */
  masters_told_at: Time | null;
}

/** A mail that the mail server has not taken yet. */
export interface OutgoingMailTable {
  id: string;
  body: Json<Mail>;
  created_at: Time;
  tries: number;
  next_try_at: Time;
}
