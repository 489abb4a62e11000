import type { Database } from '../../platform/database/database.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import type { RealtimeChanges } from '../../platform/database/tables/system.ts';

/**
 * The maximum number of paths in one row. 10,000 flags become many updates instead of a giant one.
 */
const MAX_PATHS_PER_ROW = 500;

export interface OutboxRow {
  id: number;
  changes: RealtimeChanges;
}

/**
 * Stores a realtime update together with the relational change that causes it, so that both or
 * neither are stored. Call it after the statement that locks the record, so that rows about one
 * record keep their order.
 * @param changes maps an absolute realtime path to its leaf value, or to null to remove it
 */
export function enqueue(trx: Trx, changes: RealtimeChanges, now: number): Promise<void> {
  return enqueueAll(trx, [changes], now);
}

/**
 * Does the same for many records, in as few rows as possible. Builds text directly: with 60,000
 * paths as keys of one object, it would take seconds, during which the transaction blocks all
 * others.
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
    // A record's changes go into one row if they fit, so that a moved flag is never under both IDs
    // or neither.
    if (members.length > 0 && members.length + paths.length > MAX_PATHS_PER_ROW) await store();
    for (const [path, value] of paths) {
      members.push(`${JSON.stringify(path)}:${JSON.stringify(value)}`);
      if (members.length === MAX_PATHS_PER_ROW) await store();
    }
  }
  if (members.length > 0) await store();
}

/** Returns the entries that still have to be mirrored, oldest first. */
export function pending(db: Database, limit: number): Promise<OutboxRow[]> {
  return db.queries
    .selectFrom('outbox')
    .select(['id', 'changes'])
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Deletes rows that the realtime database has stored durably. */
export async function done(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.queries.deleteFrom('outbox').where('id', 'in', ids).execute();
}
