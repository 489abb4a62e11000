import type { Database } from '../../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../../platform/database/tables/schema.ts';

const DAY_MS = 24 * 3_600_000;
/**
 * How long Halyard remembers that an email was sent, in ms. Must be longer than an email can stay
 * due, so that it is not sent again.
 */
const KEPT_MS = 7 * DAY_MS;

/** The keys (`sentKey`) of emails that were sent or deliberately not sent. */
export type Sent = Set<string>;

/**
 * Returns the key of an email to a user.
 * @param key what the email is about
 */
export const sentKey = (userId: string, key: string): string => `${userId} ${key}`;

export async function findSent(queries: Queries): Promise<Sent> {
  const rows = await queries.selectFrom('half_staff_mails').select(['user_id', 'key']).execute();
  return new Set(rows.map(({ user_id, key }) => sentKey(user_id, key)));
}

/**
 * Records that emails were sent to a user.
 * @param at when they were sent, according to the half-staff engine's clock, in epoch milliseconds
 * @returns how many of them were not recorded before
 */
export async function markSent(
  trx: Trx,
  userId: string,
  keys: readonly string[],
  at: number,
): Promise<number> {
  if (keys.length === 0) return 0;
  const rows = await trx
    .insertInto('half_staff_mails')
    .values(keys.toSorted().map((key) => ({ user_id: userId, key, at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  return rows.length;
}

/**
 * Deletes the records of sent emails that cannot become due again.
 * @param now the current time on the half-staff engine's clock, in epoch milliseconds
 */
export async function sweepSent(
  { queries }: Pick<Database, 'queries'>,
  now: number,
): Promise<void> {
  await queries
    .deleteFrom('half_staff_mails')
    .where('at', '<', now - KEPT_MS)
    .execute();
}
