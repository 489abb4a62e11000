import { z } from 'zod';
import { POSITIONS } from '../../flags/live/position.ts';

/**
 * What can determine a pole's position, highest precedence first. `none` means that nothing does.
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
   * The ledger's key of the order, day, hold, rule or lock that determines a pole's position:
   * `order:{id}`, `day:{date}`, `hold:{id}`, `rule:{rule}`, `lock`, `after:{key}` or `none`.
   */
  key: z.string(),
  /**
   * Keys of all orders, days, holds or rules of the same kind that are in effect, including the one
   * that determines the position.
   */
  keys: z.array(z.string()),
  /**
   * The user or official responsible for the pole's position: a username, or a title such as "the
   * President"; null if there is none.
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
 * The position and lamp state that a pole should have now, and why. Null means that the engine
 * leaves the position or lamp as it is.
 */
export const shouldBeSchema = z.object({
  position: z.enum(POSITIONS).nullable(),
  lamp: z.boolean().nullable(),
  source,
  /**
   * The time when the planned position or the reason for it last changed, in epoch milliseconds;
   * null if that was too long ago to find.
   */
  since: z.number().nullable(),
  /**
   * The time when the planned position or the reason for it next changes on schedule, in epoch
   * milliseconds; null if unknown.
   */
  until: z.number().nullable(),
  /**
   * The time when the planned position, its reason or the lamp next changes on schedule, in epoch
   * milliseconds; null if unknown.
   */
  nextChange: z.number().nullable(),
});
export type ShouldBe = z.infer<typeof shouldBeSchema>;

/**
 * A section of a pole's timeline: the position planned for it, from the time `at` until the next
 * section.
 */
export const timelineSection = shouldBeSchema
  .pick({ position: true, lamp: true, source: true })
  .extend({
    /** The time when the timeline section begins, in epoch milliseconds. */
    at: z.number(),
  });
export type TimelineSection = z.infer<typeof timelineSection>;
