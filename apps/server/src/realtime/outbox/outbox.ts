import type { Database } from '../../platform/database/database.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import type { RealtimeChanges } from '../../platform/database/tables/system.ts';

/** Paths in one row at most: a company with 10,000 flags becomes many updates, not a giant one. */
const MAX_PATHS_PER_ROW = 500;

export interface OutboxRow {
  id: number;
  changes: RealtimeChanges;
}

/**
 * Puts a realtime update beside the relational change that causes it: both or neither are stored.
 * Call it after the statement that locks the thing, so that rows about one thing keep its order.
 * @param changes absolute realtime path → leaf value, or null to remove
 */
export function enqueue(trx: Trx, changes: RealtimeChanges, now: number): Promise<void> {
  return enqueueAll(trx, [changes], now);
}

/**
 * The same of many things, in as few rows as hold them. As text from the start: 60,000 paths as the keys
 * of one object would take seconds, in which the transaction keeps all others waiting.
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
    // A thing's changes are made at once where they fit: a flag under a new ID is never at both or neither.
    if (members.length > 0 && members.length + paths.length > MAX_PATHS_PER_ROW) await store();
    for (const [path, value] of paths) {
      members.push(`${JSON.stringify(path)}:${JSON.stringify(value)}`);
      if (members.length === MAX_PATHS_PER_ROW) await store();
    }
  }
  if (members.length > 0) await store();
}

/** What is still to be mirrored, oldest first. */
export function pending(db: Database, limit: number): Promise<OutboxRow[]> {
  return db.queries
    .selectFrom('outbox')
    .select(['id', 'changes'])
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Forgets rows that the realtime database holds durably. */
export async function done(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.queries.deleteFrom('outbox').where('id', 'in', ids).execute();
}
