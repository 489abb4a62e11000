import { z } from 'zod';
import { POSITIONS } from '../../flags/live/position.ts';

/** What can decide a pole's position, highest precedence first; `none` means that nothing does. */
export const SOURCE_KINDS = [
  'lock',
  'hold',
  'exception',
  'order',
  'annual-day',
  'daily-rule',
  'after-order',
  'none',
] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

export const source = z.object({
  kind: z.enum(SOURCE_KINDS),
  /**
   * The source's key in the ledger: `order:{id}`, `day:{date}`, `hold:{id}`, `rule:{rule}`, `lock`,
   * `after:{key}`, `none`.
   */
  key: z.string(),
  /** Keys of all sources of this kind that are in effect, including this one. */
  keys: z.array(z.string()),
  /** Who decided: "the President", or a username; null if nobody. */
  by: z.string().nullable(),
  /** The reason, or the name of the day; empty if the kind is enough. */
  title: z.string(),
});
export type Source = z.infer<typeof source>;

/**
 * What should be in effect at a pole. If position or lamp is null, the engine does not command it.
 */
export const shouldBeSchema = z.object({
  position: z.enum(POSITIONS).nullable(),
  lamp: z.boolean().nullable(),
  source,
  /**
   * Since when position and source have been the same, in epoch milliseconds; null if that is long
   * ago.
   */
  since: z.number().nullable(),
  /** When position or source change by the clock, in epoch milliseconds; null if unknown. */
  until: z.number().nullable(),
  /** When anything, even the lamp, changes by the clock, in epoch milliseconds; null if unknown. */
  nextChange: z.number().nullable(),
});
export type ShouldBe = z.infer<typeof shouldBeSchema>;

/** One stretch of a timeline: what is in effect from `at` on. */
export const stretch = shouldBeSchema.pick({ position: true, lamp: true, source: true }).extend({
  /** Time in epoch milliseconds. */
  at: z.number(),
});
export type Stretch = z.infer<typeof stretch>;
