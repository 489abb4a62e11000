import { call } from '../api/api.ts';
import { noteGone } from './returnPath.ts';

/** Key in local storage of the ID of the account that was signed in last. */
const STORAGE_KEY = 'last-account';

/** Remembers who is signed in, also for later visits, until somebody else is; null: they signed out. */
export function keepLastAccount(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, id);
  } catch {
    // Storage is closed to us: at the next visit the sign-in says nothing of a deleted account.
  }
}

/** Finds out whether the account of who was signed in last was deleted, for the sign-in to say so. */
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

/** Whether an account exists, as far as is known. */
async function exists(id: string): Promise<boolean> {
  try {
    return (await call('accountExists', { params: { id } })).exists;
  } catch {
    return true;
  }
}
