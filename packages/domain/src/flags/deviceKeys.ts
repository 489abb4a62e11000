/** Time in ms after which a new device key causes a warning if the pole has not used it yet. */
export const NEW_KEY_WARNING_MS = 24 * 60 * 60_000;

interface KeyTimes {
  createdAt: number;
  lastUsedAt: number | null;
}

/**
 * Returns when the flag's newest key was created, in epoch milliseconds. Null if the pole has used
 * that key, or if it is the flag's only key.
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
