import type { Database } from 'firebase-admin/database';

/** The number of owners (children of `users/`) to read at a time, with all of their poles. */
const OWNERS_PER_CHUNK = 50;

export interface DeletePasswordsOptions {
  /** Whether to delete the passwords. If false, the passwords are only counted and reported. */
  doIt: boolean;
  /** Called with the path of each password that was found, but never with the password. */
  onFound(path: string): void;
}

/**
 * Deletes the plain-text passwords that an older product may have stored in
 * users/{id}/profile/password. Handles a few users at a time, so that another run can continue
 * after an interruption.
 * @returns the number of passwords found
 */
export async function deletePasswords(
  database: Database,
  { doIt, onFound }: DeletePasswordsOptions,
): Promise<number> {
  const users = database.ref('users').orderByKey();
  let count = 0;
  let last: string | null = null;
  for (;;) {
    const rest = last === null ? users : users.startAfter(last);
    const chunk = await rest.limitToFirst(OWNERS_PER_CHUNK).get();
    const paths: string[] = [];
    chunk.forEach((owner) => {
      last = owner.key;
      if (owner.child('profile/password').exists())
        paths.push(`users/${owner.key}/profile/password`);
    });
    for (const path of paths) onFound(path);
    count += paths.length;
    if (doIt && paths.length > 0)
      await database.ref().update(Object.fromEntries(paths.map((path) => [path, null])));
    if (chunk.numChildren() < OWNERS_PER_CHUNK) return count;
  }
}
