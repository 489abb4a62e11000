import { call } from '../api/api.ts';
import { noteGone } from './returnPath.ts';

/** The key in local storage for the ID of the account that was signed in last. */
const STORAGE_KEY = 'last-account';

/**
 * Remembers who is signed in, even for later visits, until another user signs in. Null means that
 * the user signed out.
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
 * Finds out whether the account that was signed in last was deleted, so that the login page can say
 * so.
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

/** Returns whether an account exists. Assumes that it does if the call fails. */
async function exists(id: string): Promise<boolean> {
  try {
    return (await call('accountExists', { params: { id } })).exists;
  } catch {
    return true;
  }
}
