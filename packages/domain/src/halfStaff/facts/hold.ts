import { z } from 'zod';

/**
 * The key of the order or annual half-staff day that a hold overrides. Daily rules have no keys: a
 * hold cannot last until a daily rule ends, because daily rules never end.
 */
const sourceKey = z.string().regex(/^(order:.{1,200}|day:2[01]\d\d-\d\d-\d\d)$/);

/**
 * When a hold ends automatically: together with the order or half-staff day that it overrides, or
 * at a given time.
 */
export const holdExpiry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('source-ends'),
    sourceKey,
    /**
     * The latest time when the hold ends, in epoch milliseconds; omitted if it ends only with the
     * order or half-staff day that it overrides.
     */
    at: z.number().int().optional(),
  }),
  /** The hold ends at a given time, in epoch milliseconds. */
  z.object({ kind: z.literal('at'), at: z.number().int() }),
]);
export type HoldExpiry = z.infer<typeof holdExpiry>;

/** A user's override of autopilot on one pole, until it expires or is released. */
export const hold = z.object({
  id: z.string(),
  reason: z.string(),
  /** The name of the user who created the hold. */
  by: z.string(),
  createdAt: z.number(),
  expires: holdExpiry,
  /** ID of the command that created the hold; null if a user created it in the hold form. */
  commandId: z.string().nullable(),
  /**
   * The time, in epoch milliseconds, when undoing a mass move restored the hold; omitted if that
   * never happened.
   */
  restoredAt: z.number().optional(),
});
export type Hold = z.infer<typeof hold>;
