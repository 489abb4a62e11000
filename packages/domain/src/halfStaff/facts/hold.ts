import { z } from 'zod';

/** Of an order or an annual day: what is in force for a time, and not a rule for good. */
const sourceKey = z.string().regex(/^(order:.{1,200}|day:2[01]\d\d-\d\d-\d\d)$/);

/** When a hold ends by itself: with the order or day that it was set against, or at a moment. */
export const holdExpiry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('source-ends'),
    sourceKey,
    /** Epoch milliseconds at which it ends at the latest; absent: only with its source. */
    at: z.number().int().optional(),
  }),
  /** Epoch milliseconds. */
  z.object({ kind: z.literal('at'), at: z.number().int() }),
]);
export type HoldExpiry = z.infer<typeof holdExpiry>;

/** A person's override of autopilot on one pole, until it expires or is released. */
export const hold = z.object({
  id: z.string(),
  reason: z.string(),
  /** Username. */
  by: z.string(),
  createdAt: z.number(),
  expires: holdExpiry,
  /** Id of the command that made it; null: somebody set it in the form. */
  commandId: z.string().nullable(),
  /** When the undo of a mass move opened it again; absent: never. */
  restoredAt: z.number().optional(),
});
export type Hold = z.infer<typeof hold>;
