import type {
  AlertCondition,
  EventType,
  StoredAlertSettings,
  WebhookDelivery,
} from '@halyard/domain';
import type { Json, Time } from './columns.ts';

/** An email to one recipient. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The content of the email in HTML. */
  html?: string;
  /**
   * A unique ID of the email. It lets mail programs recognize an email that is sent again after a
   * crash.
   */
  messageId?: string;
  /**
   * The time after which the email is no longer useful and is not sent, in epoch milliseconds of
   * real time. By default, Halyard tries to send the email for 24 hours.
   */
  notAfter?: number;
}

export interface WebhookTable {
  id: string;
  /** The company whose events the webhook gets. Null for all companies. */
  company_id: string | null;
  url: string;
  /**
   * The secret for signing deliveries to the webhook. It is not hashed, because signing needs the
   * secret itself.
   */
  secret: string;
  /** Whether the webhook's secret is encrypted in the database. */
  secret_is_sealed: boolean;
  event_types: Json<EventType[]>;
  is_on: boolean;
  /** Why the server turned the webhook off. Null if the server did not turn it off. */
  off_reason: string | null;
  /** The time when deliveries to the webhook began to fail. Null if the last delivery succeeded. */
  failing_since: Time | null;
  /** The username of the user who created the webhook. It is kept when the account is deleted. */
  created_by: string;
  created_at: Time;
}

export interface WebhookDeliveryTable {
  /** The ID of the webhook delivery, which is sent as `webhook-id` with each attempt. */
  id: string;
  webhook_id: string;
  /** The type of the event that is delivered to the webhook, or `test`. */
  type: string;
  /** The exact request body that is sent to the webhook. */
  payload: string;
  status: WebhookDelivery['status'];
  attempts: number;
  created_at: Time;
  last_attempt_at: Time | null;
  /** The time to try the webhook delivery next. Null if it will not be tried again. */
  next_attempt_at: Time | null;
  /**
   * The HTTP status of the webhook's response to the last attempt. This and the next two columns
   * describe that attempt.
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
 * A pending notice about an alert. `delayed`: the alert started while the company's daily email
 * limit was used up. `missed`: a delayed alert has ended since.
 */
export type AlertNoticeKind = 'started' | 'delayed' | 'missed' | 'ended';

/** An alert for one condition at one pole. At most one alert per condition and pole is open. */
export interface AlertTable {
  id: string;
  /** The flag's ID in the table `flags`. */
  flag_id: string;
  /**
   * The flag's company when the alert started. If the flag moves to another company, its earlier
   * alerts are hidden.
   */
  company_id: string;
  condition: AlertCondition;
  cause: string;
  since: Time;
  /**
   * When the problem that caused the alert ended. The alert stays open a little longer, in case the
   * problem comes back.
   */
  over_since: Time | null;
  ended_at: Time | null;
  /**
   * The kind of notice about the alert that has not been sent yet. Null if no notice is pending.
   */
  news: AlertNoticeKind | null;
  /** The earliest time when the notice about the alert may be sent. */
  news_at: Time;
  /** The time when an email about the start of the alert was queued. Null if there was no email. */
  told_at: Time | null;
  /**
   * When the server stored the end of the alert. For an open alert, when the server stored its
   * start.
   */
  recorded_at: Time;
  /**
   * The last notice about this alert to masters who get alert emails for all companies. Null if no
   * notice was sent or delayed. `delayed`: the email waits, because the alert started while the
   * operator's daily email limit was used up.
   */
  masters_told: 'delayed' | 'started' | 'ended' | null;
  /**
   * The time when the masters who get alert emails for all companies were notified of the start of
   * this alert. Null if they were not.
   */
  masters_told_at: Time | null;
}

/** An email that the mail server has not accepted yet. */
export interface OutgoingMailTable {
  id: string;
  body: Json<Mail>;
  created_at: Time;
  tries: number;
  next_try_at: Time;
}
