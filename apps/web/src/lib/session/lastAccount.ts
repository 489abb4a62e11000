import { call } from '../api/api.ts';
import { noteGone } from './returnPath.ts';

/** The local storage key for the ID of the account that was last signed in. */
const STORAGE_KEY = 'last-account';

/**
 * Stores which account was last signed in.
 * @param id null after a sign-out
 */
export function keepLastAccount(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, id);
  } catch {
    // Storage is not available, so the login page cannot mention a deleted account at the next
    // visit.
  }
}

/**
 * Checks whether the account that was last signed in has been deleted, so that the login page can
 * show a message.
 */
export async function lookForLastAccount(): Promise<void> {
  const id = lastAccount();
  noteGone(id !== null && !(await exists(id)));
}

function lastAccount(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Returns whether an account exists, or true if the call fails. */
async function exists(id: string): Promise<boolean> {
  try {
    return (await call('accountExists', { params: { id } })).exists;
  } catch {
    return true;
  }
}
