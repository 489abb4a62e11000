import { t } from '@halyard/messages';
import { z } from 'zod';
import { ON_OR_OFF_REQUIRED } from '../fieldTexts.ts';
import { sourceDefinition } from '../orderDesk/sources/definition.ts';
import { orderReadings } from './orderReadings.ts';

/**
 * What is wrong with an order source. `unreachable`: no response; `certificate`: invalid TLS
 * certificate; `redirect`: redirects to another domain; `unreadable`: changed format; `empty`: no
 * longer lists any entries; `silent`: no new entries for too long.
 */
export const SOURCE_PROBLEMS = [
  'unreachable',
  'certificate',
  'redirect',
  'unreadable',
  'empty',
  'silent',
] as const;
export type SourceProblem = (typeof SOURCE_PROBLEMS)[number];

/**
 * Why a delivery to a webhook source was refused. `signature`: not signed with its secret; `time`:
 * signed with a time more than 5 minutes in the past or future; `content`: contains no document.
 */
export const DELIVERY_REFUSALS = ['signature', 'time', 'content'] as const;
export type DeliveryRefusal = (typeof DELIVERY_REFUSALS)[number];

export const orderSource = z.object({
  id: z.string(),
  /**
   * Whether this is a federal source. Masters can turn federal sources on and off only as a group.
   */
  isFederal: z.boolean(),
  isOn: z.boolean(),
  definition: sourceDefinition,
  /**
   * When an order source was last checked (`checkedAt`), and when it last responded
   * (`succeededAt`), in epoch milliseconds; null if never. For a webhook, both are the time of the
   * last delivery.
   */
  checkedAt: z.number().nullable(),
  succeededAt: z.number().nullable(),
  /**
   * The time when the order source's newest entry was found, in epoch milliseconds; null if there
   * is none.
   */
  newestAt: z.number().nullable(),
  problem: z.enum(SOURCE_PROBLEMS).nullable(),
  /** A sentence that describes the problem with an order source; null if there is none. */
  problemText: z.string().nullable(),
  /**
   * The time when the problem with an order source began, in epoch milliseconds; null if there is
   * none.
   */
  problemSince: z.number().nullable(),
  /** The time when the order source will be checked next, in epoch milliseconds. */
  nextAt: z.number(),
  /** The URL to which other systems send documents; null if the order source is not a webhook. */
  deliverTo: z.string().nullable(),
  /**
   * The time when the webhook source last refused a delivery, in epoch milliseconds, and the
   * reason; null if never.
   */
  refusedAt: z.number().nullable(),
  refusedFor: z.enum(DELIVERY_REFUSALS).nullable(),
  /** The webhook's secret. Present only in the response to the call that created it. */
  secret: z.string().optional(),
});
export type OrderSource = z.infer<typeof orderSource>;

export const orderSources = z.object({
  /**
   * Whether a master allowed requests to the federal sources; null if no master has decided yet.
   */
  watchFederal: z.boolean().nullable(),
  sources: z.array(orderSource),
});
export type OrderSources = z.infer<typeof orderSources>;

export const watchFederal = z.object({
  watch: z.boolean({ error: t`watch must be true or false` }),
});

export const orderSourceUpdate = z.object({
  isOn: z.boolean({ error: ON_OR_OFF_REQUIRED }),
});

/** A request to change a webhook source's secret. */
export const sourceSecret = z.object({
  /**
   * The new secret, in the format of Standard Webhooks, if the sending system created it. If empty,
   * the server creates one.
   */
  secret: z
    .string()
    .trim()
    .regex(
      /^(whsec_[A-Za-z0-9+/]{32,200}={0,2})?$/,
      t`The secret must start with whsec_ and be at least 24 bytes long.`,
    )
    .nullish(),
});
export type SourceSecret = z.infer<typeof sourceSecret>;

/**
 * The outcome of a webhook delivery. `new`: the document will be read; `known`: the document was
 * delivered before; `ignored`: the delivery is an event from another Halyard installation and is
 * not about an order.
 */
export const sourceDelivery = z.object({ outcome: z.enum(['new', 'known', 'ignored']) });
export type SourceDelivery = z.infer<typeof sourceDelivery>;

/** A draft order from an order source. It moves no poles. */
export const sourceDraft = z.object({
  id: z.string(),
  sourceId: z.string(),
  sourceName: z.string(),
  title: z.string(),
  /** The URL of the document; null if the order source lists none. */
  link: z.string().nullable(),
  /**
   * The time when the order source published the document, in epoch milliseconds; null if unknown.
   */
  publishedAt: z.number().nullable(),
  foundAt: z.number(),
  /** The orders found in the document; empty if the document could not be read. */
  orders: orderReadings,
  /** The reason why the document could not be read; null if it was read. */
  unread: z.string().nullable(),
});
export type SourceDraft = z.infer<typeof sourceDraft>;

/** A draft with the text of its document. The text is null if the document could not be read. */
export const sourceDraftText = sourceDraft.extend({ text: z.string().nullable() });
export type SourceDraftText = z.infer<typeof sourceDraftText>;
