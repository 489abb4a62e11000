import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';

/** Number of entries removed per statement, during which SQLite blocks all other access. */
const AT_ONCE = 2000;
/**
 * How long a command's origin is kept, in milliseconds. The command lapses after 15 minutes, but
 * the process that stored the origin may have a clock that is hours behind this one's.
 */
const ORIGIN_MS = 24 * 60 * 60_000;

/**
 * Removes entries past their retention period, and old command origins. Runs once a minute.
 * @param now epoch milliseconds from which the age counts
 * @param keepMs retention period of entries in milliseconds
 */
export async function sweepActivity(db: Database, now: number, keepMs: number): Promise<void> {
  await db.queries
    .deleteFrom('command_origins')
    .where('created_at', '<', now - ORIGIN_MS)
    .execute();
  let removed: number;
  do {
    const { numDeletedRows } = await db.queries
      .deleteFrom('activity')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('activity')
          .select('id')
          .where('at', '<', now - keepMs)
          .orderBy('at')
          .limit(AT_ONCE),
      )
      .executeTakeFirstOrThrow();
    removed = Number(numDeletedRows);
    await nextTurn();
  } while (removed === AT_ONCE);
}
