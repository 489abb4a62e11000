import { t } from '@halyard/messages';
import { z } from 'zod';
import { sourceDefinition } from '../orderDesk/sources/definition.ts';
import { orderReadings } from './orderReadings.ts';

/**
 * What is wrong with a source. `unreachable`: no response; `certificate`: its TLS certificate is
 * not valid; `redirect`: it redirects to another domain; `unreadable`: its format has changed;
 * `empty`: it lists no entries any more; `silent`: it has had no new entry for too long.
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

export const orderSource = z.object({
  id: z.string(),
  /** Whether the source is one of the nation's, which masters turn on and off together. */
  isFederal: z.boolean(),
  isOn: z.boolean(),
  definition: sourceDefinition,
  /** When it was last asked, and when it last responded, in epoch milliseconds; null if never. */
  checkedAt: z.number().nullable(),
  succeededAt: z.number().nullable(),
  /** When its newest entry was found, in epoch milliseconds; null if none was. */
  newestAt: z.number().nullable(),
  problem: z.enum(SOURCE_PROBLEMS).nullable(),
  /** The problem in a sentence; null if there is none. */
  problemText: z.string().nullable(),
  /** Since when it has the problem, in epoch milliseconds. */
  problemSince: z.number().nullable(),
  /** When it will be asked next, in epoch milliseconds. */
  nextAt: z.number(),
});
export type OrderSource = z.infer<typeof orderSource>;

export const orderSources = z.object({
  /** Whether a master allowed requests to the federal sources; null if nobody answered yet. */
  watchFederal: z.boolean().nullable(),
  sources: z.array(orderSource),
});
export type OrderSources = z.infer<typeof orderSources>;

export const watchFederal = z.object({
  watch: z.boolean({ error: t`watch must be true or false` }),
});

export const orderSourceUpdate = z.object({
  isOn: z.boolean({ error: t`isOn must be true or false` }),
});

/** A draft that a source proposes. It moves no pole. */
export const sourceDraft = z.object({
  id: z.string(),
  sourceId: z.string(),
  sourceName: z.string(),
  title: z.string(),
  /** The address of the document; null if the source lists none. */
  link: z.string().nullable(),
  /** When the source published it, in epoch milliseconds; null if it does not say. */
  publishedAt: z.number().nullable(),
  foundAt: z.number(),
  /** The orders found in the text; empty if the document could not be read. */
  orders: orderReadings,
  /** Why the document could not be read; null if it was. */
  unread: z.string().nullable(),
});
export type SourceDraft = z.infer<typeof sourceDraft>;

/** A draft with the text that it was read from; null if the document could not be read. */
export const sourceDraftText = sourceDraft.extend({ text: z.string().nullable() });
export type SourceDraftText = z.infer<typeof sourceDraftText>;
