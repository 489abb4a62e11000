import { t } from '@halyard/messages';
import { z } from 'zod';
import { id } from '../fields.ts';
import { ADDRESS_REQUIRED, ON_OR_OFF_REQUIRED, WEB_ADDRESS_TOO_LONG } from '../fieldTexts.ts';

/**
 * The events that a webhook can receive. Flag events are based on pole reports. Only webhooks for
 * all companies receive `draft.waiting` and `source.problem`.
 */
export const EVENT_TYPES = [
  'flag.position',
  'flag.lamp',
  'flag.online',
  'flag.offline',
  'command.confirmed',
  'command.not_confirmed',
  'alert.started',
  'alert.ended',
  'order.approved',
  'order.amended',
  'order.cancelled',
  'draft.waiting',
  'half_staff.begins_tomorrow',
  'half_staff.begins',
  'half_staff.ends_today',
  'source.problem',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const targetUrl = z
  .string({ error: ADDRESS_REQUIRED })
  .trim()
  .max(2000, WEB_ADDRESS_TOO_LONG)
  .refine(isTargetUrl, t`Enter an address that begins with https://, without a username`);

/**
 * Whether a webhook URL is well-formed and allowed. The IP address of its host is checked later, at
 * each delivery.
 */
function isTargetUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

const UNKNOWN_EVENT = t`Unknown event`;
const NO_EVENT = t`Choose at least one event`;
const eventTypes = z
  .array(z.enum(EVENT_TYPES, { error: UNKNOWN_EVENT }), { error: NO_EVENT })
  .min(1, NO_EVENT)
  .max(EVENT_TYPES.length, UNKNOWN_EVENT)
  .transform((types) => EVENT_TYPES.filter((type) => types.includes(type)));

export const webhookCreate = z.object({
  url: targetUrl,
  eventTypes,
  /**
   * The company whose events the webhook sends; null for all companies, which only a master may
   * choose.
   */
  companyId: id.nullable(),
});
export type WebhookCreate = z.infer<typeof webhookCreate>;

export const webhookUpdate = z.object({
  url: targetUrl.optional(),
  eventTypes: eventTypes.optional(),
  isOn: z.boolean({ error: ON_OR_OFF_REQUIRED }).optional(),
});
export type WebhookUpdate = z.infer<typeof webhookUpdate>;

export const webhook = z.object({
  id: z.string(),
  /** The company whose events the webhook sends; null for all companies. */
  companyId: z.string().nullable(),
  url: z.string(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  isOn: z.boolean(),
  /** The reason why the server turned the webhook off; null if it did not. */
  offReason: z.string().nullable(),
  /**
   * The time when the webhook's deliveries began to fail, in epoch milliseconds; null if the last
   * delivery succeeded.
   */
  failingSince: z.number().nullable(),
  /** Username of the user who created the webhook. */
  createdBy: z.string(),
  createdAt: z.number(),
  /** The signing secret. Present only in the response to the call that created the webhook. */
  secret: z.string().optional(),
});
export type Webhook = z.infer<typeof webhook>;

/**
 * The status of a webhook delivery. `waiting`: not sent yet, or waiting for a retry; `failed`: all
 * attempts failed.
 */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

export const webhookDelivery = z.object({
  /**
   * The webhook delivery's ID, also sent as the `webhook-id` header. Stays the same for all
   * attempts.
   */
  id: z.string(),
  /** The type of the event that a webhook delivers, or `test`. */
  type: z.string(),
  /** The body of the request that delivers a webhook event. */
  payload: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number(),
  createdAt: z.number(),
  lastAttemptAt: z.number().nullable(),
  /**
   * The time when the webhook delivery will be attempted next; null if no further attempt is
   * planned.
   */
  nextAttemptAt: z.number().nullable(),
  /** The HTTP status of the last delivery attempt; null if there was no response. */
  responseStatus: z.number().nullable(),
  /** The beginning of the response body from the webhook's receiver. */
  responseText: z.string().nullable(),
  /** The reason why the last delivery attempt failed; null if it did not fail. */
  error: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveries = z.object({
  /** Webhook deliveries, newest first. */
  items: z.array(webhookDelivery),
  /** The `before` value for the next page of webhook deliveries; null on the last page. */
  next: z.string().nullable(),
});
export type WebhookDeliveries = z.infer<typeof webhookDeliveries>;
