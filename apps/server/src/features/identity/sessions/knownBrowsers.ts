import type { Database } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret } from '../../../platform/database/text.ts';
import type { StepCookie } from '../../calls/handlers.ts';

/**
 * How long a browser is remembered after its last sign-in, in ms. Its cookie lasts just as long.
 */
export const BROWSER_MS = 400 * 24 * 60 * 60_000;

/**
 * The cookie with the secret that identifies a browser. It is `SameSite=Lax`, because a sign-in
 * with a provider ends with a redirect from another site.
 */
export const BROWSER_COOKIE: StepCookie = { step: 'browser', sameSite: 'Lax' };

/**
 * Returns the ID of a browser for one account. A browser has the same secret for all accounts, but
 * counts as known only for accounts that have signed in from it.
 */
const idOf = (userId: string, secret: string) => hashSecret(`${userId} ${secret}`);

/**
 * Returns a browser's ID for an account. Null if the account has not signed in with the browser
 * before.
 */
export async function knownBrowser(
  queries: Queries,
  userId: string,
  secret: string,
): Promise<string | null> {
  const row = await queries
    .selectFrom('known_browsers')
    .select('id')
    .where('id', '=', idOf(userId, secret))
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Records a sign-in from this browser, in the transaction of the sign-in.
 * @param now epoch milliseconds
 * @returns whether this is the account's first sign-in from this browser
 */
export async function noteBrowser(
  trx: Trx,
  userId: string,
  secret: string,
  now: number,
): Promise<boolean> {
  const isNew = (await knownBrowser(trx, userId, secret)) === null;
  await trx
    .insertInto('known_browsers')
    .values({ id: idOf(userId, secret), user_id: userId, last_used_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_used_at: now }))
    .execute();
  return isNew;
}

/**
 * Forgets all browsers that an account has signed in from, in case one of them belongs to an
 * attacker. Each of them then counts as new.
 * @param except the secret of the current browser, which is not forgotten
 */
export async function forgetBrowsers(trx: Trx, userId: string, except?: string): Promise<void> {
  await trx
    .deleteFrom('known_browsers')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', idOf(userId, except!)))
    .execute();
}

/** Deletes the records of browsers without a recent sign-in. Runs once a minute. */
export async function sweepBrowsers(db: Database, now: number): Promise<void> {
  await db.queries
    .deleteFrom('known_browsers')
    .where('last_used_at', '<=', now - BROWSER_MS)
    .execute();
}
