import type { Database } from './database.ts';
import type { Queries } from './tables/schema.ts';

/** The ID of the row in `settings` that stores the retention time. */
const ID = 'retention.time';
/**
 * Maximum step of the retention time per call, in ms. With one call per minute, it advances at most
 * ten times as fast as real time.
 */
const STEP_MS = 10 * 60_000;

/**
 * Advances the retention time, which is used to measure the age of old records before they are
 * deleted. It follows the clock slowly, even across restarts: a clock that is years ahead for an
 * hour costs only the oldest ten hours of records. Call it once a minute, from a single process.
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
 * Returns the retention time, for other jobs that delete records by age.
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
 * Returns the time of the newest activity log entry. Used because the clock may already be wrong at
 * the first call.
 */
async function newestEntry(queries: Queries): Promise<number | null> {
  const { at } = await queries
    .selectFrom('activity')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}
