import type { Database } from './database.ts';
import type { Queries } from './tables/schema.ts';

/** The row of `settings` that keeps it. */
const ID = 'retention.time';
/** Milliseconds by which it goes forward at a time; with a call each minute, ten times as fast as time. */
const STEP_MS = 10 * 60_000;

/**
 * The moment from which it is counted how old records are that are removed for their age. It follows the
 * clock, but slowly, over restarts too: a clock that is years ahead for an hour costs ten hours of the oldest
 * records, and not all of them. To be called once a minute, by one process.
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

/** The same moment for others that remove by age. @param now epoch milliseconds by the clock */
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

/** When something was last entered in the activity log: the clock may be wrong at the first call already. */
async function newestEntry(queries: Queries): Promise<number | null> {
  const { at } = await queries
    .selectFrom('activity')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow();
  return at === null ? null : Number(at);
}
