/** A new key that the pole has not reported with for so long is worth a warning. */
export const NEW_KEY_WARNING_MS = 24 * 60 * 60_000;

interface KeyTimes {
  createdAt: number;
  lastUsedAt: number | null;
}

/**
 * When the rotation that is under way began, in epoch milliseconds: the newest of several keys waits
 * for the pole's first report. Null where none does.
 * @param keys of one flag, in the order in which they were made
 */
export function newKeySince(keys: readonly KeyTimes[]): number | null {
  const newest = keys.at(-1);
  return keys.length > 1 && newest?.lastUsedAt === null ? newest.createdAt : null;
}

/**
 * Whether somebody should look after a rotation: the pole has not been seen with its new key for a day.
 * @param since as `newKeySince` answers
 */
export function isNewKeyOverdue(since: number | null, now: number): boolean {
  return since !== null && now - since >= NEW_KEY_WARNING_MS;
}
