import { FORGOTTEN, OWNER_KEY } from '../lib/session/copyOwner.ts';

let forgottenAt = 0;
addEventListener(FORGOTTEN, () => {
  forgottenAt = Date.now();
});

/** Returns the time when this tab last deleted the offline copy, in epoch milliseconds. */
export const copyForgottenAt = (): number => forgottenAt;

/** Records which session the offline copy belongs to. @param session `SessionUser.session.key` */
export function setCopyOwner(session: string): void {
  try {
    localStorage.setItem(OWNER_KEY, session);
  } catch {
    // The browser denies access to storage, so there is no copy.
  }
}

/**
 * Calls `listener` when the offline copy is deleted in any tab. Returns a function that stops the
 * calls.
 */
export function onCopyForgotten(listener: () => void): () => void {
  const elsewhere = ({ key, newValue }: StorageEvent) => {
    // A null key means that all storage was cleared.
    if (key === null || (key === OWNER_KEY && newValue === null)) listener();
  };
  addEventListener(FORGOTTEN, listener);
  addEventListener('storage', elsewhere);
  return () => {
    removeEventListener(FORGOTTEN, listener);
    removeEventListener('storage', elsewhere);
  };
}
