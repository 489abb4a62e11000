import type { Database } from '../../platform/database/database.ts';
import { nextTurn } from '../../platform/nextTurn.ts';

/**
 * The number of log entries deleted per statement. The number is small, because SQLite blocks all
 * other access during a statement.
 */
const AT_ONCE = 2000;
/**
 * How long the origin of a command (its channel and IP address) is kept, in ms. Commands expire
 * after only 15 minutes, but the clocks of two processes may differ by hours.
 */
const ORIGIN_MS = 24 * 60 * 60_000;

/**
 * Deletes log entries that are older than the retention period, and outdated records of where
 * commands came from. Runs once a minute.
 * @param now the current time in epoch milliseconds
 * @param keepMs the retention period of log entries, in ms
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
