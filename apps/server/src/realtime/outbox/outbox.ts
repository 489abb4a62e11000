import type { Database } from '../../platform/database/database.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import type { RealtimeChanges } from '../../platform/database/tables/system.ts';

/**
 * The maximum number of realtime paths per outbox row, so that a change to 10,000 flags becomes
 * many updates instead of one very large one.
 */
const MAX_PATHS_PER_ROW = 500;

export interface OutboxRow {
  id: number;
  changes: RealtimeChanges;
}

/**
 * Queues a change to the realtime database in the same transaction as the change that causes it.
 * Call this after the statement that locks the record, so that changes to one record are applied in
 * order.
 * @param changes maps each absolute path in the realtime database to its value, or to null to
 * remove it
 */
export function enqueue(trx: Trx, changes: RealtimeChanges, now: number): Promise<void> {
  return enqueueAll(trx, [changes], now);
}

/**
 * Queues changes to many records in as few rows as possible. Writes the JSON text directly, because
 * building an object with 60,000 paths would block other transactions for seconds.
 */
export async function enqueueAll(
  trx: Trx,
  changesOfEach: readonly RealtimeChanges[],
  now: number,
): Promise<void> {
  let members: string[] = [];
  const store = async () => {
    const changes = `{${members.join(',')}}`;
    members = [];
    await trx.insertInto('outbox').values({ changes, created_at: now }).execute();
  };
  for (const changes of changesOfEach) {
    const paths = Object.entries(changes);
    // All changes to one record go into one row if they fit, so that a flag whose ID changes never
    // appears under both IDs or under neither.
    if (members.length > 0 && members.length + paths.length > MAX_PATHS_PER_ROW) await store();
    for (const [path, value] of paths) {
      members.push(`${JSON.stringify(path)}:${JSON.stringify(value)}`);
      if (members.length === MAX_PATHS_PER_ROW) await store();
    }
  }
  if (members.length > 0) await store();
}

/**
 * Returns the outbox entries that have not been applied to the realtime database yet, oldest first.
 */
export function pending(db: Database, limit: number): Promise<OutboxRow[]> {
  return db.queries
    .selectFrom('outbox')
    .select(['id', 'changes'])
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes outbox rows whose changes the realtime database has stored. */
export async function done(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.queries.deleteFrom('outbox').where('id', 'in', ids).execute();
}
