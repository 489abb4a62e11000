/** Time in ms without a report after which an unused new device key causes a warning. */
export const NEW_KEY_WARNING_MS = 24 * 60 * 60_000;

interface KeyTimes {
  createdAt: number;
  lastUsedAt: number | null;
}

/**
 * If a flag's newest key replaces an older key and the pole has not used the newest key yet,
 * returns the time when that key was created, in epoch milliseconds; otherwise null.
 * @param keys one flag's keys, in order of creation
 */
export function newKeySince(keys: readonly KeyTimes[]): number | null {
  const newest = keys.at(-1);
  return keys.length > 1 && newest?.lastUsedAt === null ? newest.createdAt : null;
}

/**
 * Whether a key rotation needs attention because a day has passed and the pole has not used its new
 * key.
 * @param since the result of `newKeySince`
 */
export function isNewKeyOverdue(since: number | null, now: number): boolean {
  return since !== null && now - since >= NEW_KEY_WARNING_MS;
}
