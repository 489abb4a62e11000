import type {
  AlertCondition,
  EventType,
  StoredAlertSettings,
  WebhookDelivery,
} from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/** A mail to one recipient. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same text for mail programs that show HTML. */
  html?: string;
  /** Unique: identifies a mail that is sent again after a crash. */
  messageId?: string;
}

export interface WebhookTable {
  id: string;
  /** The company whose events it gets; null for every company. */
  company_id: string | null;
  url: string;
  /** The signing secret itself, not a hash: it is needed to sign. */
  secret: string;
  /** Whether the secret is sealed, for which a key is needed. */
  secret_is_sealed: boolean;
  event_types: Json<EventType[]>;
  is_on: boolean;
  /** Why the server turned it off. */
  off_reason: string | null;
  /** Since when every delivery has failed. */
  failing_since: Time | null;
  /** Username, kept when the account is deleted. */
  created_by: string;
  created_at: Time;
}

export interface WebhookDeliveryTable {
  /** The `webhook-id` of each attempt. */
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
  /** Null if the delivery is not waiting. */
  next_attempt_at: Time | null;
  /** The result of the last attempt, like the next two. */
  response_status: number | null;
  response_text: string | null;
  error: string | null;
}

export interface AlertSettingsTable {
  company_id: string;
  body: Json<StoredAlertSettings>;
}

/**
 * A notice about an alert that is still to be sent: `delayed` for an alert that started while the
 * company's daily mail budget was used up, and `missed` for one of those that has ended since.
 */
export type AlertNoticeKind = 'started' | 'delayed' | 'missed' | 'ended';

/** One condition at one pole. At most one alert of each is open. */
export interface AlertTable {
  id: string;
  /** `flags.id`. */
  flag_id: string;
  /** The flag's company at the time. If the flag moves to another, nobody sees these alerts. */
  company_id: string;
  condition: AlertCondition;
  cause: string;
  since: Time;
  /** Since when the condition is over. The alert stays open for a while, as poles come and go. */
  over_since: Time | null;
  ended_at: Time | null;
  /** The notice that is still to be sent; null for none. */
  news: AlertNoticeKind | null;
  /** The time before which it is not sent. */
  news_at: Time;
  /** When a mail about the start was queued; null if nobody got one. */
  told_at: Time | null;
  /** When its start, or later its end, was stored. */
  recorded_at: Time;
  /**
   * The last notice to the masters who get mails about all companies; null for none. `delayed`: no
   * mail yet, because it started while the operator's daily mail budget was used up.
   */
  masters_told: 'delayed' | 'started' | 'ended' | null;
  /** When they got the notice about its start. */
  masters_told_at: Time | null;
}

/** A mail that the mail server has not accepted yet. */
export interface OutgoingMailTable {
  id: string;
  body: Json<Mail>;
  created_at: Time;
  tries: number;
  next_try_at: Time;
}
