import { randomUUID } from 'node:crypto';

/**
 * Returns the `command` value that a client writes together with the switches.
 * @param by the ID of the account that writes it
 */
export const freshCommand = (by: string, id: string = randomUUID()) => ({
  id,
  issuedAt: Date.now(),
  receivedAt: { '.sv': 'timestamp' },
  by,
});
