import { z } from 'zod';
import { REACH_KINDS } from './reachKinds.ts';

/** A pole in a list: its `flags.id`, name, company and location. */
export const poleRef = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  company: z.string(),
  companyId: z.string(),
});
export type PoleRef = z.infer<typeof poleRef>;

export const reachedPoles = z.object({
  count: z.number().int(),
  /** The names of the first poles, at most `LISTED_POLES`. */
  names: z.array(poleRef),
});

/**
 * The effect of an order or half-staff day on the poles in its scope. Each pole is counted once.
 */
export const orderReach = z.object({
  /**
   * Number of poles in the scope of the order or half-staff day. Equals the sum over all kinds of
   * effects.
   */
  inScope: z.number().int(),
  /** How many poles in the scope of the order or half-staff day follow it. */
  follow: z.number().int(),
  /**
   * Number of poles that will move later, for example at sunrise or when the order begins at the
   * pole.
   */
  later: z.number().int(),
  poles: z.object(
    Object.fromEntries(REACH_KINDS.map((kind) => [kind, reachedPoles])) as Record<
      (typeof REACH_KINDS)[number],
      typeof reachedPoles
    >,
  ),
});
export type OrderReach = z.infer<typeof orderReach>;

/** The poles of one time zone in a preview. Times are epoch milliseconds. */
export const previewZone = z.object({
  timeZone: z.string(),
  poles: z.number().int(),
  from: z.object({ earliest: z.number(), latest: z.number() }),
  /**
   * The time when the order ends at the poles in this time zone, in epoch milliseconds; null if
   * open-ended.
   */
  until: z.object({ earliest: z.number(), latest: z.number() }).nullable(),
});
export type PreviewZone = z.infer<typeof previewZone>;

/** An order's effect if it were approved now, or amended to these terms. */
export const orderPreview = orderReach.extend({
  /** Whether autopilot is on. While autopilot is off, no poles move. */
  engineIsOn: z.boolean(),
  /** Whether the order would never be in effect anywhere. Such an order cannot be approved. */
  isEmpty: z.boolean(),
  zones: z.array(previewZone),
  /** The companies whose poles need a second approval, sorted by name. */
  waiting: z.array(z.object({ id: z.string(), name: z.string(), poles: z.number().int() })),
  /**
   * Poles at half-staff that would be raised because the amended order would no longer apply to
   * them.
   */
  rising: reachedPoles,
  /**
   * The IDs of all poles in `rising`, so that a user can raise them while autopilot is off; null if
   * there are more than `RISING_LISTED`.
   */
  risingIds: z.array(z.string()).nullable(),
});
export type OrderPreview = z.infer<typeof orderPreview>;
