/**
 * The local storage key for the session that the offline copy belongs to. The copy itself is in
 * IndexedDB (`copyStore.ts`) and is not shown without this key.
 */
export const OWNER_KEY = 'last-known';
export const COPY_DATABASE = 'last-known';
/** The event dispatched on the window when the offline copy has been deleted. */
export const FORGOTTEN = 'copy-forgotten';

/** Returns the key of the session that the offline copy belongs to; null if there is no copy. */
export function copyOwner(): string | null {
  try {
    return localStorage.getItem(OWNER_KEY);
  } catch {
    return null;
  }
}

/** Deletes the offline copy, because the session that it belongs to has ended. */
export function forgetCopy(): void {
  try {
    localStorage.removeItem(OWNER_KEY);
    indexedDB.deleteDatabase(COPY_DATABASE);
  } catch {
    // Without storage, there is nothing to delete.
  }
  dispatchEvent(new Event(FORGOTTEN));
}

/**
 * Deletes the offline copy unless it belongs to the given session.
 * @param session null to delete any copy
 */
export function keepCopyOnlyOf(session: string | null): void {
  const owner = copyOwner();
  if (owner !== null && owner !== session) forgetCopy();
}
