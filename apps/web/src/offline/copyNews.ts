import { FORGOTTEN, OWNER_KEY } from '../lib/session/copyOwner.ts';

let forgottenAt = 0;
addEventListener(FORGOTTEN, () => {
  forgottenAt = Date.now();
});

/** Epoch milliseconds at which this tab last deleted the copy. What it knew until then is not kept again. */
export const copyForgottenAt = (): number => forgottenAt;

/** From now on there is a copy. @param session `SessionUser.session.key` */
export function setCopyOwner(session: string): void {
  try {
    localStorage.setItem(OWNER_KEY, session);
  } catch {
    // Storage is closed to us: there is no copy.
  }
}

/** Runs the listener when the copy is deleted, in this tab or another one. Returns the function that ends it. */
export function onCopyForgotten(listener: () => void): () => void {
  const elsewhere = ({ key, newValue }: StorageEvent) => {
    // A null key: everything was cleared.
    if (key === null || (key === OWNER_KEY && newValue === null)) listener();
  };
  addEventListener(FORGOTTEN, listener);
  addEventListener('storage', elsewhere);
  return () => {
    removeEventListener(FORGOTTEN, listener);
    removeEventListener('storage', elsewhere);
  };
}
