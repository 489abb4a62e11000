import type { Database } from '../../platform/database/database.ts';
import type { Bus } from '../../platform/jobs/bus.ts';

/**
 * The maximum time in ms that a request waits for its change to reach the realtime database
 * (decision 6).
 */
const WAIT_MS = 2000;
/** How often to check the outbox, in ms. Needed because a notification may get lost. */
const LOOK_MS = 250;

/**
 * Makes the process with the realtime database apply all queued changes. Resolves when that is
 * done, or after 2 s. Never rejects, because the changes are stored and will be applied eventually.
 */
export async function flushRemotely(db: Database, bus: Bus): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  try {
    const last = await lastId(db);
    if (last === null) return;
    let look = () => {};
    const unsubscribe = bus.subscribe('outbox-done', () => look());
    try {
      await bus.publish('outbox-waiting', null);
      while (Date.now() < deadline && (await isWaiting(db, last))) {
        await new Promise<void>((resolve) => {
          look = resolve;
          setTimeout(resolve, LOOK_MS);
        });
      }
    } finally {
      unsubscribe();
    }
  } catch {
    // The database is not available. The other process checks the outbox again when it is.
  }
}

async function lastId(db: Database): Promise<number | null> {
  const row = await db.queries
    .selectFrom('outbox')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

async function isWaiting(db: Database, upTo: number): Promise<boolean> {
  const row = await db.queries
    .selectFrom('outbox')
    .select('id')
    .where('id', '<=', upTo)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
