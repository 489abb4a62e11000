import { type Message, msg, plural } from '@halyard/messages';
import { sql } from 'kysely';
import { type Database, locksRows } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { addressKeys } from './addressKeys.ts';

/** A limit on how often a client may attempt something, such as a sign-in. */
export interface Limit {
  /** The number of attempts that the rate limit allows without a wait. */
  free: number;
  /**
   * The wait in ms after the first attempt that exceeds the limit. The wait doubles with each
   * further attempt.
   */
  firstWaitMs: number;
  /** The maximum wait in ms that the rate limit requires between two attempts. */
  maxWaitMs: number;
  /** The count of attempts is reset after this many ms without an attempt. */
  forgetMs: number;
}

/**
 * Limits sign-in attempts for one username from one IP address. Slows down guessing, but never
 * prevents sign-ins to the account from other addresses.
 */
export const SIGN_IN_BY_NAME: Limit = {
  free: 10,
  firstWaitMs: 1000,
  maxWaitMs: 15 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits sign-in attempts for one account from all IP addresses together. Slows down guessing from
 * many addresses to one attempt per minute. Browsers that have signed in to the account before have
 * a separate limit, so that the account's user is not locked out.
 */
export const SIGN_IN_BY_ACCOUNT: Limit = {
  free: 50,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits sign-in attempts on one account from one browser that has signed in to it before. Counts
 * all IP addresses together, because a browser's cookie can be stolen. The limit is high, because
 * the account's user may have forgotten the password.
 */
export const SIGN_IN_BY_KNOWN_BROWSER: Limit = {
  free: 30,
  firstWaitMs: 60_000,
  maxWaitMs: 15 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits attempts to enter a two-factor code for one account, from all IP addresses together. An
 * attacker who knows the password must wait a minute after each attempt, so the chance of a correct
 * guess is 1 in 230 per day. The user is not locked out.
 */
export const SECOND_FACTOR_BY_ACCOUNT: Limit = {
  free: 10,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits sign-in attempts from one IP address, regardless of the username. Slows down attackers who
 * try one password with many usernames. Also keeps a flood of attempts from tying up the CPU with
 * password hashing.
 */
export const SIGN_IN_BY_ADDRESS: Limit = {
  free: 100,
  firstWaitMs: 60_000,
  maxWaitMs: 15 * 60_000,
  forgetMs: 15 * 60_000,
};

/**
 * Limits attempts to use setup and invitation codes from one IP address, because checking a code
 * takes processing time. Guessing is not a concern: the codes have 256 bits.
 */
export const REGISTER_BY_ADDRESS: Limit = { ...SIGN_IN_BY_ADDRESS, free: 30 };

/**
 * Limits how many emails to one account can be requested from an IP address, so that nobody can
 * flood a mailbox.
 */
export const FORGOT_BY_NAME: Limit = {
  free: 3,
  firstWaitMs: 60_000,
  maxWaitMs: 60 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits how often one IP address can use the forgot-password form, regardless of the username,
 * because the responses reveal which usernames exist.
 */
export const FORGOT_BY_ADDRESS: Limit = { ...FORGOT_BY_NAME, free: 20 };

/**
 * Limits one user's mass moves, including retries. Each move stores up to 20,000 rows, one for each
 * flag.
 */
export const MOVES_BY_PERSON: Limit = {
  free: 30,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 10 * 60_000,
};

/** Limits how many mass moves one user can plan. Each plan searches all flags. */
export const MOVE_PLANS_BY_PERSON: Limit = { ...MOVES_BY_PERSON, free: 60 };

/**
 * Limits how many linked documents the server fetches for one user, so that nobody can use the
 * server to scan other servers.
 */
export const LINKS_BY_PERSON: Limit = {
  free: 30,
  firstWaitMs: 10_000,
  maxWaitMs: 10 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits rejected deliveries to webhook sources from one IP address. A delivery with a correct
 * signature does not count.
 */
export const REFUSED_DELIVERIES_BY_ADDRESS: Limit = { ...SIGN_IN_BY_ADDRESS };

/** Limits signed deliveries to one webhook source, so that its sender cannot flood the server. */
export const DELIVERIES_BY_SOURCE: Limit = {
  free: 120,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 10 * 60_000,
};

/** Limits one user's test emails, so that nobody can use them to scan for open ports. */
export const MAIL_TESTS_BY_PERSON: Limit = {
  free: 5,
  firstWaitMs: 60_000,
  maxWaitMs: 60 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits how many extra backups all masters can start in total, besides the daily ones, because
 * each backup takes up disk space.
 */
export const BACKUPS_ASKED_FOR: Limit = {
  free: 3,
  firstWaitMs: 10 * 60_000,
  maxWaitMs: 6 * 60 * 60_000,
  forgetMs: 24 * 60 * 60_000,
};

/**
 * The rate limit for a whole IPv6 /48 network, as a multiple of the limit for a single address. A
 * single customer may own the whole network.
 */
const NETWORK_FACTOR = 4;

/**
 * How many times a wait can double. Every limit reaches its maximum wait earlier, so this only
 * prevents a numeric overflow.
 */
const MAX_DOUBLINGS = 20;

/**
 * Counts an attempt in one atomic statement, so that simultaneous attempts cannot bypass the limit.
 * @throws AppError `rate-limited` while the client has to wait; such attempts are not counted
 */
export async function chargeTry(
  db: Database,
  key: string,
  limit: Limit,
  now: number,
): Promise<void> {
  const least = sql.raw(locksRows(db.queries) ? 'least' : 'min');
  const hits = sql<number>`(case when rate_limits.expires_at <= ${now} then 1 else rate_limits.hits + 1 end)`;
  const beyond = sql`${least}(${hits} - ${limit.free} - 1, ${MAX_DOUBLINGS})`;
  const wait = sql`${least}(cast(${limit.firstWaitMs} as bigint) << ${beyond}, ${limit.maxWaitMs})`;
  const { numInsertedOrUpdatedRows = 0n } = await db.queries
    .insertInto('rate_limits')
    .values({ id: key, hits: 1, expires_at: now + limit.forgetMs, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          hits,
          expires_at: now + limit.forgetMs + limit.maxWaitMs,
          blocked_until: sql<number>`case when ${hits} <= ${limit.free} then 0 else cast(${now} as bigint) + ${wait} end`,
        })
        .where('rate_limits.blocked_until', '<=', now),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows > 0n) return;
  const row = await db.queries
    .selectFrom('rate_limits')
    .select('blocked_until')
    .where('id', '=', key)
    .executeTakeFirst();
  const retryAfter = Math.max(1, Math.ceil(((row?.blocked_until ?? now) - now) / 1000));
  throw new AppError(
    'rate-limited',
    msg`Too many attempts. Try again in ${{ time: waitText(retryAfter) }}.`,
    {
      retryAfter,
    },
  );
}

/** Subtracts a successful attempt from the count of a rate limit. */
export async function refundTry(db: Database, key: string): Promise<void> {
  await db.queries
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1), blocked_until: 0 }))
    .where('id', '=', key)
    .where('hits', '>', 0)
    .execute();
}

/** Forgets all attempts that were counted under a key of a rate limit. */
export async function forgetTries(db: Database, key: string): Promise<void> {
  await db.queries.deleteFrom('rate_limits').where('id', '=', key).execute();
}

/** Deletes the rows of attempts that no longer count toward a limit. Runs once a minute. */
export async function sweepRateLimits(db: Database, now: number): Promise<void> {
  await db.queries
    .deleteFrom('rate_limits')
    .where('expires_at', '<=', now)
    .where('blocked_until', '<=', now)
    .execute();
}

/**
 * Counts an attempt from an IP address. An IPv6 attempt also counts for the surrounding /48
 * network, whose limit is `NETWORK_FACTOR` times as high.
 * @param what the name of the limit
 * @throws AppError `rate-limited`
 */
export async function chargeAddress(
  db: Database,
  what: string,
  address: string,
  limit: Limit,
  now: number,
): Promise<void> {
  const [own, network] = addressKeys(address);
  await chargeTry(db, `${what}:${own}`, limit, now);
  if (network === undefined) return;
  const wide = { ...limit, free: limit.free * NETWORK_FACTOR };
  await chargeTry(db, `${what}:${network}`, wide, now);
}

/**
 * Removes an attempt that `chargeAddress` has counted. Call this after the attempt has succeeded.
 */
export async function refundAddress(db: Database, what: string, address: string): Promise<void> {
  for (const key of addressKeys(address)) await refundTry(db, `${what}:${key}`);
}

function waitText(seconds: number): Message {
  if (seconds < 60) return msg`${plural({ seconds }, { one: '# second', other: '# seconds' })}`;
  const minutes = Math.ceil(seconds / 60);
  return msg`${plural({ minutes }, { one: '# minute', other: '# minutes' })}`;
}
