import { type Message, msg, plural } from '@halyard/messages';
import { sql } from 'kysely';
import { type Database, locksRows } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { addressKeys } from './addressKeys.ts';

/** Limits how often something may be attempted. */
export interface Limit {
  /** The number of attempts allowed without any wait. */
  free: number;
  /**
   * Milliseconds to wait after the first further attempt; the wait doubles with each one after it.
   */
  firstWaitMs: number;
  /** The maximum wait in milliseconds. */
  maxWaitMs: number;
  /** Milliseconds without an attempt after which the count starts over. */
  forgetMs: number;
}

/**
 * Limits attempts for one username from one address: slows guessing, but never locks the account
 * for other addresses.
 */
export const SIGN_IN_BY_NAME: Limit = {
  free: 10,
  firstWaitMs: 1000,
  maxWaitMs: 15 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits attempts on one account from all IP addresses combined. Slows guessing from many addresses
 * to one attempt a minute. Does not count browsers that have signed in to the account before, which
 * have a limit of their own, so that its user is not locked out.
 */
export const SIGN_IN_BY_ACCOUNT: Limit = {
  free: 50,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits attempts on one account from one browser that has signed in to it before, from any IP
 * address: a browser's cookie can be stolen. It is generous, because the browser's owner may have
 * forgotten the password.
 */
export const SIGN_IN_BY_KNOWN_BROWSER: Limit = {
  free: 30,
  firstWaitMs: 60_000,
  maxWaitMs: 15 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits two-factor codes for one account from any address. Three of a million codes are valid at a
 * time, and anyone who tries them has the password. A wait of a minute leaves a guesser a chance of
 * 1 in 230 a day without locking out the user.
 */
export const SECOND_FACTOR_BY_ACCOUNT: Limit = {
  free: 10,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits attempts from one address, no matter for which username. Slows down attempts with one
 * password on many usernames, and floods of password hashing.
 */
export const SIGN_IN_BY_ADDRESS: Limit = {
  free: 100,
  firstWaitMs: 60_000,
  maxWaitMs: 15 * 60_000,
  forgetMs: 15 * 60_000,
};

/**
 * Limits the work that guessing setup and invitation codes causes. The codes themselves have 256
 * bits.
 */
export const REGISTER_BY_ADDRESS: Limit = { ...SIGN_IN_BY_ADDRESS, free: 30 };

/** Limits mails to one account requested from one address, so that no mailbox is flooded. */
export const FORGOT_BY_NAME: Limit = {
  free: 3,
  firstWaitMs: 60_000,
  maxWaitMs: 60 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits requests from one address, no matter for which username, because the responses reveal
 * which usernames exist.
 */
export const FORGOT_BY_ADDRESS: Limit = { ...FORGOT_BY_NAME, free: 20 };

/**
 * Limits mass moves and their retries by one user. Each stores a row for each of up to 20,000
 * flags.
 */
export const MOVES_BY_PERSON: Limit = {
  free: 30,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 10 * 60_000,
};

/**
 * Limits links to orders fetched for one user, so that nobody can use the server to scan other
 * servers.
 */
export const LINKS_BY_PERSON: Limit = {
  free: 30,
  firstWaitMs: 10_000,
  maxWaitMs: 10 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits refused deliveries to webhook sources from one address. A delivery with a right signature
 * does not count.
 */
export const REFUSED_DELIVERIES_BY_ADDRESS: Limit = { ...SIGN_IN_BY_ADDRESS };

/** Limits signed deliveries to one webhook source, so that its sender cannot flood us. */
export const DELIVERIES_BY_SOURCE: Limit = {
  free: 120,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 10 * 60_000,
};

/** Limits test mails sent by one user, so that nobody can use them to scan for open ports. */
export const MAIL_TESTS_BY_PERSON: Limit = {
  free: 5,
  firstWaitMs: 60_000,
  maxWaitMs: 60 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Limits backups that all masters together request in addition to the daily ones, because each
 * takes up disk space.
 */
export const BACKUPS_ASKED_FOR: Limit = {
  free: 3,
  firstWaitMs: 10 * 60_000,
  maxWaitMs: 6 * 60 * 60_000,
  forgetMs: 24 * 60 * 60_000,
};

/**
 * The limit of a whole IPv6 /48, as a multiple of one address's limit. One customer may have all of
 * it.
 */
const NETWORK_FACTOR = 4;

/**
 * The number of doublings after which every limit has reached its maximum wait. Keeps the shift in
 * range.
 */
const MAX_DOUBLINGS = 20;

/**
 * Counts an attempt in one atomic statement, so that concurrent attempts cannot bypass the limit.
 * @throws AppError `rate-limited` while the key has to wait; such attempts do not count
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

/** Takes back one attempt after a success. */
export async function refundTry(db: Database, key: string): Promise<void> {
  await db.queries
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1), blocked_until: 0 }))
    .where('id', '=', key)
    .where('hits', '>', 0)
    .execute();
}

/** Forgets all attempts of the key. */
export async function forgetTries(db: Database, key: string): Promise<void> {
  await db.queries.deleteFrom('rate_limits').where('id', '=', key).execute();
}

/** Removes rows that no longer limit anything. Call it once a minute. */
export async function sweepRateLimits(db: Database, now: number): Promise<void> {
  await db.queries
    .deleteFrom('rate_limits')
    .where('expires_at', '<=', now)
    .where('blocked_until', '<=', now)
    .execute();
}

/**
 * Counts an attempt by an address and, for IPv6, by the /48 around it, whose limit is
 * `NETWORK_FACTOR` times as high.
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

/** Takes back the attempt of `chargeAddress` after a success. */
export async function refundAddress(db: Database, what: string, address: string): Promise<void> {
  for (const key of addressKeys(address)) await refundTry(db, `${what}:${key}`);
}

function waitText(seconds: number): Message {
  if (seconds < 60) return msg`${plural({ seconds }, { one: '# second', other: '# seconds' })}`;
  const minutes = Math.ceil(seconds / 60);
  return msg`${plural({ minutes }, { one: '# minute', other: '# minutes' })}`;
}
