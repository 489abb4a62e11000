import { z } from 'zod';
import { POSITIONS } from '../../flags/live/position.ts';

/**
 * The kinds of sources that can determine a pole's position, highest precedence first. `none` means
 * that no source does.
 */
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
   * `after:{key}` or `none`.
   */
  key: z.string(),
  /** Keys of all orders, days, holds or rules of this kind in effect, including this one. */
  keys: z.array(z.string()),
  /**
   * The name of the person or office responsible: a username, or "the President", for example; null
   * if nobody is.
   */
  by: z.string().nullable(),
  /**
   * The reason for the order, hold or lock, the name of the day, or the label of the daily rule;
   * otherwise empty.
   */
  title: z.string(),
});
export type Source = z.infer<typeof source>;

/**
 * What should be in effect at a pole. If the position or lamp is null, the engine does not command
 * it.
 */
export const shouldBeSchema = z.object({
  position: z.enum(POSITIONS).nullable(),
  lamp: z.boolean().nullable(),
  source,
  /**
   * The time since which the position and source have been the same, in epoch milliseconds; null if
   * that was long ago.
   */
  since: z.number().nullable(),
  /**
   * When the position or source next changes on schedule, in epoch milliseconds; null if unknown.
   */
  until: z.number().nullable(),
  /**
   * When anything, including the lamp, next changes on schedule, in epoch milliseconds; null if
   * unknown.
   */
  nextChange: z.number().nullable(),
});
export type ShouldBe = z.infer<typeof shouldBeSchema>;

/** A section of a timeline: what is in effect from `at` on. */
export const timelineSection = shouldBeSchema
  .pick({ position: true, lamp: true, source: true })
  .extend({
    /** When the section begins, in epoch milliseconds. */
    at: z.number(),
  });
export type TimelineSection = z.infer<typeof timelineSection>;
