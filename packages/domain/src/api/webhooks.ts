import { z } from 'zod';
import { id } from '../fields.ts';

/** What a webhook may be told of. State changes of flags come of what poles report. */
export const EVENT_TYPES = [
  'flag.position',
  'flag.lamp',
  'flag.online',
  'flag.offline',
  'command.confirmed',
  'command.not_confirmed',
  'alert.started',
  'alert.ended',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Characters of a target's address at most. */
const URL_MAX = 2000;

const targetUrl = z
  .string({ error: 'Address is required' })
  .trim()
  .max(URL_MAX, `At most ${URL_MAX} characters`)
  .refine(isTargetUrl, 'Enter an address that begins with https://, without a user name');

/** Whether it is an address to which a delivery may go as far as its form tells. */
function isTargetUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

const NO_EVENT = 'Choose at least one event';
const eventTypes = z
  .array(z.enum(EVENT_TYPES, { error: 'Unknown event' }), { error: NO_EVENT })
  .min(1, NO_EVENT)
  .max(EVENT_TYPES.length, 'Unknown event')
  .transform((types) => EVENT_TYPES.filter((type) => types.includes(type)));

export const webhookCreate = z.object({
  url: targetUrl,
  eventTypes,
  /** Whose events; null: of every company, which a master alone may have. */
  companyId: id.nullable(),
});
export type WebhookCreate = z.infer<typeof webhookCreate>;

export const webhookUpdate = z.object({
  url: targetUrl.optional(),
  eventTypes: eventTypes.optional(),
  isOn: z.boolean({ error: 'isOn must be true or false' }).optional(),
});
export type WebhookUpdate = z.infer<typeof webhookUpdate>;

export const webhook = z.object({
  id: z.string(),
  /** Null: of every company. */
  companyId: z.string().nullable(),
  url: z.string(),
  eventTypes: z.array(z.enum(EVENT_TYPES)),
  isOn: z.boolean(),
  /** Why the server switched it off; null where it did not. */
  offReason: z.string().nullable(),
  /** Since when (epoch milliseconds) every delivery has failed; null: the last one arrived. */
  failingSince: z.number().nullable(),
  /** Username of its maker. */
  createdBy: z.string(),
  createdAt: z.number(),
  /** In the answer to its creation alone. */
  secret: z.string().optional(),
});
export type Webhook = z.infer<typeof webhook>;

/** `waiting`: not sent yet, or to be tried again. `failed`: given up. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;

export const webhookDelivery = z.object({
  /** Also its `webhook-id` header, the same at each try. */
  id: z.string(),
  /** An event type, or `test`. */
  type: z.string(),
  /** The body as it is sent. */
  payload: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number(),
  createdAt: z.number(),
  lastAttemptAt: z.number().nullable(),
  /** Null where it is not waiting. */
  nextAttemptAt: z.number().nullable(),
  /** Of the last attempt; null where no answer came. */
  responseStatus: z.number().nullable(),
  /** The answer's beginning. */
  responseText: z.string().nullable(),
  /** Why the last attempt failed; null where it did not. */
  error: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const webhookDeliveries = z.object({
  /** The newest first. */
  items: z.array(webhookDelivery),
  /** For `before`, to go on with; null at the end. */
  next: z.string().nullable(),
});
export type WebhookDeliveries = z.infer<typeof webhookDeliveries>;
