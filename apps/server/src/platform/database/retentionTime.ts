import type { Database } from './database.ts';
import type { Queries } from './tables/schema.ts';

/**
 * The ID of the row in `settings` that stores the retention time: the time that the server uses to
 * decide which records are old enough to delete.
 */
const ID = 'retention.time';
/**
 * How far one call may advance the retention time, in ms. The server uses the retention time to
 * decide which records are old enough to delete. With one call per minute, it advances at most ten
 * times as fast as real time.
 */
const STEP_MS = 10 * 60_000;

/**
 * Advances the retention time, by which the server decides which records are old enough to delete.
 * It follows the system clock slowly, so that a wrong clock cannot delete many records. Call this
 * once a minute, from a single process.
 * @param now epoch milliseconds by the system clock
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
 * Returns the retention time, by which the server decides which records are old enough to delete.
 * @param now epoch milliseconds by the system clock
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
 * Returns the time of the newest entry in the activity log; null if there is none. The first
 * retention time is based on this entry, because the system clock may be wrong.
 */
async function newestEntry(queries: Queries): Promise<number | null> {
  const { at } = await queries
    .selectFrom('activity')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}
