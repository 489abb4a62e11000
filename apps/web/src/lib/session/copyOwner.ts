/**
 * The session whose copy of the last known state this device keeps. The copy itself is in IndexedDB
 * (`copyStore.ts`), and is valid only while its session is named here: forgetting it takes effect
 * immediately, in every tab.
 */
export const OWNER_KEY = 'last-known';
export const COPY_DATABASE = 'last-known';
/** Event on this window when the copy is deleted. */
export const FORGOTTEN = 'copy-forgotten';

/** Returns the key of the session that the copy belongs to; null if there is none. */
export function copyOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_KEY);
  } catch {
    return null;
  }
}

/**
 * Deletes the copy: at sign-out, when another user signs in, and on the first call refused because
 * there is no session.
 */
export function forgetCopy(): void {
  try {
    localStorage.removeItem(OWNER_KEY);
    indexedDB.deleteDatabase(COPY_DATABASE);
  } catch {
    // Then nothing was stored either.
  }
  dispatchEvent(new Event(FORGOTTEN));
}

/** Deletes the copy of any other session. @param session null: deletes every copy */
export function keepCopyOnlyOf(session: string | null): void {
  const owner = copyOwner();
  if (owner !== null && owner !== session) forgetCopy();
}
