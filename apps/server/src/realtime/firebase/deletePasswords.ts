import type { Database } from 'firebase-admin/database';

/** Owners read at once: an owner comes with all its poles. */
const OWNERS_PER_CHUNK = 50;

export interface DeletePasswordsOptions {
  /** False: looks and tells, and changes nothing. */
  doIt: boolean;
  /** Told each path at which a password stands, never its value. */
  onFound(path: string): void;
}

/**
 * Deletes the passwords that an older product may have stored as they were given, in
 * users/{id}/profile/password. Chunk by chunk, each gone before the next is read: whenever it is
 * interrupted, another run finds what is left.
 * @returns how many there were
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
