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
  /** The same content as HTML. */
  html?: string;
  /** A unique ID, which identifies a mail that is sent again after a crash. */
  messageId?: string;
  /**
   * When the mail is no longer true, in epoch milliseconds of the wall clock: from then on, it is not
   * sent anymore. If absent, a mail is tried for 24 hours.
   */
  notAfter?: number;
}

export interface WebhookTable {
  id: string;
  /** The company whose events the webhook gets; null for all companies. */
  company_id: string | null;
  url: string;
  /** The signing secret itself, which is needed to sign. A hash would not be enough. */
  secret: string;
  /** Whether the secret is sealed. Opening it then requires the key. */
  secret_is_sealed: boolean;
  event_types: Json<EventType[]>;
  is_on: boolean;
  /** Why the server turned the webhook off; null if it did not. */
  off_reason: string | null;
  /** Since when all deliveries have failed; null if the last one succeeded. */
  failing_since: Time | null;
  /** The username of the creator, kept when the account is deleted. */
  created_by: string;
  created_at: Time;
}

export interface WebhookDeliveryTable {
  /** The delivery's ID, sent as `webhook-id` with each attempt. */
  id: string;
  webhook_id: string;
  /** The event's type, or `test`. */
  type: string;
  /** The exact body that is sent. */
  payload: string;
  status: WebhookDelivery['status'];
  attempts: number;
  created_at: Time;
  last_attempt_at: Time | null;
  /** When to try next; null if no attempt is pending. */
  next_attempt_at: Time | null;
  /** The result of the last attempt, like the next two columns. */
  response_status: number | null;
  response_text: string | null;
  error: string | null;
}

export interface AlertSettingsTable {
  company_id: string;
  body: Json<StoredAlertSettings>;
}

/**
 * A notice that still has to be sent about an alert. `delayed`: the alert started while the
 * company's daily mail budget was used up. `missed`: such an alert that has ended since.
 */
export type AlertNoticeKind = 'started' | 'delayed' | 'missed' | 'ended';

/** One problem at one pole. At most one alert per problem and pole is open. */
export interface AlertTable {
  id: string;
  /** `flags.id`. */
  flag_id: string;
  /**
   * The flag's company at the time. If the flag moves to another company, these alerts are hidden.
   */
  company_id: string;
  condition: AlertCondition;
  cause: string;
  since: Time;
  /**
   * Since when the problem has been over. The alert stays open for a while, because problems often
   * return.
   */
  over_since: Time | null;
  ended_at: Time | null;
  /** The notice that still has to be sent; null if none. */
  news: AlertNoticeKind | null;
  /** The earliest time to send the notice. */
  news_at: Time;
  /** When a mail about the start was queued; null if none was. */
  told_at: Time | null;
  /** When the start or, later, the end of the alert was stored. */
  recorded_at: Time;
  /**
   * The last notice to masters who receive alert mails for all companies; null if none. `delayed`:
   * no mail yet, because the alert started while the operator's daily mail budget was used up.
   */
  masters_told: 'delayed' | 'started' | 'ended' | null;
  /** When these masters got the notice about its start. */
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
