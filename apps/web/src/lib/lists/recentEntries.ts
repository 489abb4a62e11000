/**
 * The storage key for the entries that a user recently chose in the command palette. Only IDs are
 * stored.
 */
const STORAGE_KEY = 'palette-recent';
const MAX_RECENT = 8;

interface Stored {
  userId: string;
  keys: string[];
}

function read(): Stored | null {
  try {
    const { userId, keys } = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '') as Partial<Stored>;
    const isOurs = typeof userId === 'string' && Array.isArray(keys);
    return isOurs ? { userId, keys: keys.filter((key) => typeof key === 'string') } : null;
  } catch {
    return null;
  }
}

/**
 * Returns the keys of the entries that this user recently chose, latest first. Deletes the keys of
 * any other user.
 */
export function recentEntries(userId: string): readonly string[] {
  const stored = read();
  if (stored?.userId === userId) return stored.keys.slice(0, MAX_RECENT);
  forgetRecent();
  return [];
}

/**
 * Marks a palette entry as recently used.
 * @param key the ID of the entry. Must not contain a name, because keys are stored unencrypted.
 */
export function rememberEntry(userId: string, key: string): void {
  const others = recentEntries(userId).filter((each) => each !== key);
  const keys = [key, ...others].slice(0, MAX_RECENT);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, keys } satisfies Stored));
  } catch {
    // Storage is not available, so nothing is remembered.
  }
}

export function forgetRecent(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage, there is nothing to delete.
  }
}
