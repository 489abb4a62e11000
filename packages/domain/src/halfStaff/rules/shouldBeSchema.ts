import { z } from 'zod';
import { POSITIONS } from '../../flags/live/position.ts';

/** What may decide over a pole, what counts most first; `none`: nothing does. */
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
  /** Names it in the ledger: `order:{id}`, `day:{date}`, `hold:{id}`, `rule:{rule}`, `lock`, `after:{key}`, `none`. */
  key: z.string(),
  /** Keys of everything of this kind that holds at the moment, this one among them. */
  keys: z.array(z.string()),
  /** Who: "the President", a username; null where it is no one's word. */
  by: z.string().nullable(),
  /** Why, or the name of the day; empty where the kind says it all. */
  title: z.string(),
});
export type Source = z.infer<typeof source>;

/** What should hold at a pole at a moment. Null: the engine has no opinion, and commands nothing. */
export const shouldBeSchema = z.object({
  position: z.enum(POSITIONS).nullable(),
  lamp: z.boolean().nullable(),
  source,
  /** Epoch milliseconds from which position and source are these; null where that is long past. */
  since: z.number().nullable(),
  /** Epoch milliseconds at which position or source change by the clock; null: not in sight. */
  until: z.number().nullable(),
  /** Epoch milliseconds at which anything changes by the clock, the lamp too; null: not in sight. */
  nextChange: z.number().nullable(),
});
export type ShouldBe = z.infer<typeof shouldBeSchema>;

/** One stretch of a timeline: from here on this holds. */
export const stretch = shouldBeSchema.pick({ position: true, lamp: true, source: true }).extend({
  /** Epoch milliseconds. */
  at: z.number(),
});
export type Stretch = z.infer<typeof stretch>;
