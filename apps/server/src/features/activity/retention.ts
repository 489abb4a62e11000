import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';

/** Number of entries deleted per statement. SQLite blocks all other access during a statement. */
const AT_ONCE = 2000;
/**
 * How long a command's origin is kept, in ms. Commands lapse after 15 minutes, but the clock of the
 * process that stored the origin may be hours behind this process's clock.
 */
const ORIGIN_MS = 24 * 60 * 60_000;

/**
 * Deletes entries past their retention period, and old command origins. Runs once a minute.
 * @param now epoch milliseconds from which the age is measured
 * @param keepMs retention period of entries, in ms
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
