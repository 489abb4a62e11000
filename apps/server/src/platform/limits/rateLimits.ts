import { sql } from 'kysely';
import { type Database, locksRows } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { addressKeys } from './addressKeys.ts';

/** How often something may be tried. */
export interface Limit {
  /** Tries without any wait. */
  free: number;
  /** Milliseconds of wait after the first try beyond; it doubles with each further one. */
  firstWaitMs: number;
  /** Most milliseconds of wait. */
  maxWaitMs: number;
  /** Milliseconds without a try after which all is forgotten. */
  forgetMs: number;
}

/** One name from one address: slows guessing down, and never locks the account for other addresses. */
export const SIGN_IN_BY_NAME: Limit = {
  free: 10,
  firstWaitMs: 1000,
  maxWaitMs: 15 * 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * One account from all addresses together. Slows guessing from many addresses down to one try a minute.
 * Browsers that have signed in to the account before are not counted, so that its owner is not locked out.
 */
export const SIGN_IN_BY_ACCOUNT: Limit = {
  free: 50,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 60 * 60_000,
};

/**
 * Codes of one account's app from wherever: of a million three are right at a time, and whoever tries
 * them has the password. A minute's wait leaves a guess a chance of 1 in 230 a day, and its owner in.
 */
export const SECOND_FACTOR_BY_ACCOUNT: Limit = {
  free: 10,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 60 * 60_000,
};

/** One address, whatever the name: stops trying one password on many names, and floods of hashing. */
export const SIGN_IN_BY_ADDRESS: Limit = {
  free: 100,
  firstWaitMs: 60_000,
  maxWaitMs: 15 * 60_000,
  forgetMs: 15 * 60_000,
};

/** Set-up and invitation codes have 256 bits; this bounds the work that guessing them causes. */
export const REGISTER_BY_ADDRESS: Limit = { ...SIGN_IN_BY_ADDRESS, free: 30 };

/** Mails to one account asked for from one address: nobody's mailbox is flooded. */
export const FORGOT_BY_NAME: Limit = {
  free: 3,
  firstWaitMs: 60_000,
  maxWaitMs: 60 * 60_000,
  forgetMs: 60 * 60_000,
};

/** One address, whatever the name: the answers tell which names exist. */
export const FORGOT_BY_ADDRESS: Limit = { ...FORGOT_BY_NAME, free: 20 };

/** Mass moves and their retries by one person; each stores a row for each of up to 20,000 flags. */
export const MOVES_BY_PERSON: Limit = {
  free: 30,
  firstWaitMs: 1000,
  maxWaitMs: 60_000,
  forgetMs: 10 * 60_000,
};

/** Test mails of one person: whoever tries mail servers out does not look for open ports this way. */
export const MAIL_TESTS_BY_PERSON: Limit = {
  free: 5,
  firstWaitMs: 60_000,
  maxWaitMs: 60 * 60_000,
  forgetMs: 60 * 60_000,
};

/** Backups that all masters together ask for beside the daily ones: each fills the disk. */
export const BACKUPS_ASKED_FOR: Limit = {
  free: 3,
  firstWaitMs: 10 * 60_000,
  maxWaitMs: 6 * 60 * 60_000,
  forgetMs: 24 * 60 * 60_000,
};

/** How many times as much as one address a whole /48 of IPv6 may try: one customer may have it all. */
const NETWORK_FACTOR = 4;

/** Doublings after which every limit has reached its longest wait; keeps the shift in range. */
const MAX_DOUBLINGS = 20;

/**
 * Counts a try, in one atomic statement: concurrent tries cannot slip past each other.
 * @throws AppError `rate-limited` while the key has to wait; such tries do not count.
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
  throw new AppError('rate-limited', `Too many attempts. Try again in ${waitText(retryAfter)}.`, {
    retryAfter,
  });
}

/** Takes one try back: it was a success. */
export async function refundTry(db: Database, key: string): Promise<void> {
  await db.queries
    .updateTable('rate_limits')
    .set((eb) => ({ hits: eb('hits', '-', 1), blocked_until: 0 }))
    .where('id', '=', key)
    .where('hits', '>', 0)
    .execute();
}

/** Forgets the key's tries altogether. */
export async function forgetTries(db: Database, key: string): Promise<void> {
  await db.queries.deleteFrom('rate_limits').where('id', '=', key).execute();
}

/** Removes rows that have nothing to say any more; once a minute. */
export async function sweepRateLimits(db: Database, now: number): Promise<void> {
  await db.queries
    .deleteFrom('rate_limits')
    .where('expires_at', '<=', now)
    .where('blocked_until', '<=', now)
    .execute();
}

/**
 * Counts a try of an address, and of the /48 around an IPv6 one, which may have `NETWORK_FACTOR` times
 * as many.
 * @param what names the limit
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

/** Takes the try of `chargeAddress` back: it was a success. */
export async function refundAddress(db: Database, what: string, address: string): Promise<void> {
  for (const key of addressKeys(address)) await refundTry(db, `${what}:${key}`);
}

function waitText(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
