import type { Database } from './database.ts';
import type { Queries } from './tables/schema.ts';

/** The id of the row in `settings` that stores the retention time. */
const ID = 'retention.time';
/**
 * The maximum step in milliseconds. With one call per minute, this is ten times as fast as real
 * time.
 */
const STEP_MS = 10 * 60_000;

/**
 * Advances the retention time, by which the age of old records is measured before they are removed.
 * It follows the clock slowly, even across restarts: a clock that is years ahead for an hour costs
 * only the oldest ten hours of records. Call this once a minute, from one process.
 * @param now epoch milliseconds by the clock
 */
export async function advanceRetentionTime({ queries }: Database, now: number): Promise<number> {
  const last = (await stored(queries)) ?? (await newestEntry(queries)) ?? now;
  const time = Math.min(now, last + STEP_MS);
  const value = String(time);
  await queries
    .insertInto('settings')
    .values({ id: ID, value })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
    .execute();
  return time;
}

/**
 * Returns the retention time for other jobs that remove records by age.
 * @param now epoch milliseconds by the clock
 */
export async function retentionTime({ queries }: Database, now: number): Promise<number> {
  return Math.min(now, (await stored(queries)) ?? now);
}

async function stored(queries: Queries): Promise<number | null> {
  const row = await queries
    .selectFrom('settings')
    .select('value')
    .where('id', '=', ID)
    .executeTakeFirst();
  return row ? Number(row.value) : null;
}

/**
 * Returns the time of the newest activity log entry, because the clock may already be wrong at the
 * first call.
 */
async function newestEntry(queries: Queries): Promise<number | null> {
  const { at } = await queries
    .selectFrom('activity')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}
