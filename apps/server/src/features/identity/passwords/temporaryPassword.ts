import { randomInt } from 'node:crypto';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { hashAtServer } from './passwords.ts';

/**
 * How long a temporary password, or a session opened with one, stays valid, in ms (decisions,
 * "Passwords").
 */
export const TEMPORARY_MS = 60 * 60_000;

/**
 * The characters used in secrets that users must type. Characters that are easily confused are left
 * out.
 */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * Returns a secret that is easy to type: sixteen letters and digits (79 bits) in groups of four.
 */
export function newTypedSecret(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Creates a temporary password for an account. It replaces any earlier temporary password; the
 * regular password stays valid.
 * @param hash hashes the password; by default, without a limit on concurrent requests
 * @returns the password in plain text, which is not stored
 */
export async function makeTemporaryPassword(
  db: Database,
  userId: string,
  now: number,
  hash = hashAtServer,
): Promise<string> {
  const password = newTypedSecret();
  const values = { password_hash: await hash(password), expires_at: now + TEMPORARY_MS };
  await db.queries
    .insertInto('temporary_passwords')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return password;
}

/** Returns the hash of an account's temporary password if it is still valid. */
export async function temporaryHashOf(
  queries: Queries,
  userId: string | undefined,
  now: number,
): Promise<string | undefined> {
  const row = await queries
    .selectFrom('temporary_passwords')
    .select('password_hash')
    .where('user_id', '=', userId ?? '')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.password_hash;
}

/**
 * Invalidates an account's temporary password, for example because the user has set a new
 * password.
 */
export async function dropTemporaryPassword(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('temporary_passwords').where('user_id', '=', userId).execute();
}

/** Removes expired temporary passwords. Runs once a minute. */
export async function sweepTemporaryPasswords(db: Database, now: number): Promise<void> {
  await db.queries.deleteFrom('temporary_passwords').where('expires_at', '<=', now).execute();
}
