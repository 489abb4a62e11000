import { randomUUID } from 'node:crypto';

/**
 * Returns a `command` as a client writes it together with the switches.
 * @param by the ID of the account that writes it
 */
export const freshCommand = (by: string, id: string = randomUUID()) => ({
  id,
  issuedAt: Date.now(),
  receivedAt: { '.sv': 'timestamp' },
  by,
});
