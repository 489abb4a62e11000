import { randomUUID } from 'node:crypto';

/** A `command` as a client writes it, beside the switches. @param by the account that writes it */
export const freshCommand = (by: string, id: string = randomUUID()) => ({
  id,
  issuedAt: Date.now(),
  receivedAt: { '.sv': 'timestamp' },
  by,
});
