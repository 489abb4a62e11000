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
  /** The content of the mail in HTML. */
  html?: string;
  /** A unique ID. It lets mail programs recognize a mail that is sent again after a crash. */
  messageId?: string;
  /**
   * The real time after which the content of the mail is outdated, in epoch milliseconds. The mail
   * is not sent after that. If absent, Halyard tries to send it for 24 hours.
   */
  notAfter?: number;
}

export interface WebhookTable {
  id: string;
  /** The company whose events the webhook gets. Null for all companies. */
  company_id: string | null;
  url: string;
  /** The secret with which deliveries are signed. A hash would not be enough for that. */
  secret: string;
  /** Whether the secret is encrypted, so that the key is needed to read it. */
  secret_is_sealed: boolean;
  event_types: Json<EventType[]>;
  is_on: boolean;
  /** Why the server has turned the webhook off. Null if it has not. */
  off_reason: string | null;
  /** When deliveries began to fail. Null if the last delivery succeeded. */
  failing_since: Time | null;
  /** The username of the user who created the webhook. It is kept when the account is deleted. */
  created_by: string;
  created_at: Time;
}

export interface WebhookDeliveryTable {
  /** The ID of the delivery, which is sent as `webhook-id` with each attempt. */
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
  /** When to try the delivery next. Null if it is not tried again. */
  next_attempt_at: Time | null;
  /**
   * The HTTP status of the response to the last attempt. This and the next two columns describe
   * that attempt.
   */
  response_status: number | null;
  response_text: string | null;
  error: string | null;
}

export interface AlertSettingsTable {
  company_id: string;
  body: Json<StoredAlertSettings>;
}

/**
 * A notice about an alert that has not been sent yet. `delayed`: the alert started while the
 * company's daily mail limit was used up. `missed`: a delayed alert has ended since.
 */
export type AlertNoticeKind = 'started' | 'delayed' | 'missed' | 'ended';

/** An alert for one condition at one pole. At most one alert per condition and pole is open. */
export interface AlertTable {
  id: string;
  /** The flag's ID in the table `flags`. */
  flag_id: string;
  /**
   * The company of the flag when the alert started. If the flag moves to another company, its
   * earlier alerts are hidden.
   */
  company_id: string;
  condition: AlertCondition;
  cause: string;
  since: Time;
  /**
   * When the condition ended. The alert stays open for a while, because problems often come back.
   */
  over_since: Time | null;
  ended_at: Time | null;
  /** The notice that has not been sent yet. Null if there is none. */
  news: AlertNoticeKind | null;
  /** The earliest time at which the notice may be sent. */
  news_at: Time;
  /** When a mail about the start of the alert was queued. Null if there was no mail. */
  told_at: Time | null;
  /** When the start of the alert was stored. Replaced by the time when its end was stored. */
  recorded_at: Time;
  /**
   * The last notice to masters who get mails about the alerts of all companies. Null if there was
   * none. `delayed`: no mail has been sent yet, because the alert started while the operator's
   * daily mail limit was used up.
   */
  masters_told: 'delayed' | 'started' | 'ended' | null;
  /**
   * When masters who get mails about the alerts of all companies were notified of the start of this
   * alert. Null if they were not.
   */
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
