import { z } from 'zod';

/** One sign-in that holds, as the account's owner sees it. */
export const ownSession = z.object({
  id: z.string(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  /** As the browser called itself at sign-in; null where that is not known. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  /** Epoch milliseconds. */
  signedInAt: z.number(),
  lastUsedAt: z.number(),
});
export type OwnSession = z.infer<typeof ownSession>;
