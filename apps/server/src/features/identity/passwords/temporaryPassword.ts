import { randomInt } from 'node:crypto';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { hashAtServer } from './passwords.ts';

/** Milliseconds that a temporary password lives, and a session that it opened (decisions, "Passwords"). */
export const TEMPORARY_MS = 60 * 60_000;

/** Without what is easily taken for something else when it is typed off a screen. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A secret that people type: sixteen letters and digits (79 bits) in groups of four. */
export function newTypedSecret(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Makes a temporary password for an account, in place of one that it may have; the account's own
 * keeps working.
 * @param hash of a client's place, where a client asks
 * @returns the password, stored nowhere as it is
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

/** The hash of an account's temporary password, while it lives. */
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

/** Once an account has a new password, the temporary one opens nothing. */
export async function dropTemporaryPassword(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('temporary_passwords').where('user_id', '=', userId).execute();
}

/** Removes expired ones; once a minute. */
export async function sweepTemporaryPasswords(db: Database, now: number): Promise<void> {
  await db.queries.deleteFrom('temporary_passwords').where('expires_at', '<=', now).execute();
}
