import { z } from 'zod';

/** When a hold ends by itself: with what it was set against, or at a moment. */
export const holdExpiry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('source-ends'), sourceKey: z.string() }),
  /** Epoch milliseconds. */
  z.object({ kind: z.literal('at'), at: z.number().int() }),
]);
export type HoldExpiry = z.infer<typeof holdExpiry>;

/** A person's switch stands against the engine until it expires or is released. */
export const hold = z.object({
  id: z.string(),
  reason: z.string(),
  /** Username. */
  by: z.string(),
  createdAt: z.number(),
  expires: holdExpiry,
});
export type Hold = z.infer<typeof hold>;
