import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { addressKey } from '../../../platform/limits/addressKeys.ts';
import type { Resolved } from './resolve.ts';
import type { Sighting } from './sighting.ts';

/**
 * How long, in ms, the record of a rejected request is kept after the request was last repeated.
 */
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** The maximum number of rejected requests that are stored per flag or IP address. */
export const ROWS_PER_SOURCE = 30;
/**
 * The maximum number of rejected requests that are stored for all unauthenticated clients together.
 */
export const ROWS_OF_STRANGERS = 1000;

/**
 * Counts a rejected request in the row for the same device, reason and address. Creates that row if
 * it does not exist.
 */
export async function storeRefusal(
  queries: Queries,
  { node, address, problem }: Sighting,
  { reason, flag, detail }: Resolved,
  { count, firstAt, lastAt }: { count: number; firstAt: number; lastAt: number },
): Promise<void> {
  const named = problem === 'clock' ? null : detail;
  const parts = [reason, flag?.id, node?.ownerId, node?.flagId, named, address];
  const id = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
  const source = flag
    ? `flag:${flag.id}`
    : `address:${address === null ? '' : addressKey(address)}`;
  await queries
    .insertInto('device_refusals')
    .values({
      id,
      reason,
      flag_id: flag?.id ?? null,
      flag_name: flag?.name ?? null,
      company_id: flag?.companyId ?? null,
      owner_id: node?.ownerId ?? null,
      device_id: node?.flagId ?? null,
      detail,
      address,
      source,
      count,
      first_at: firstAt,
      last_at: lastAt,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        count: sql<number>`device_refusals.count + ${count}`,
        last_at: lastAt,
        detail,
        flag_name: eb.ref('excluded.flag_name'),
        company_id: eb.ref('excluded.company_id'),
      })),
    )
    .execute();
  await removeBeyond(queries, ROWS_PER_SOURCE, source);
  if (!flag) await removeBeyond(queries, ROWS_OF_STRANGERS, null);
}

/**
 * Deletes all but the newest rejected requests about one flag or from one IP address, at most 100
 * per call.
 * @param most how many to keep
 * @param source null for all unauthenticated clients together
 */
async function removeBeyond(queries: Queries, most: number, source: string | null): Promise<void> {
  const oldest = await queries
    .selectFrom('device_refusals')
    .select(['id', 'last_at'])
    .$if(source !== null, (query) => query.where('source', '=', source!))
    .$if(source === null, (query) => query.where('flag_id', 'is', null))
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .offset(most)
    .limit(100)
    .execute();
  if (oldest.length === 0) return;
  const ids = oldest.map((row) => row.id);
  await queries.deleteFrom('device_refusals').where('id', 'in', ids).execute();
}

/** Deletes rejected requests that were last repeated long ago. Runs once a minute. */
export async function sweepRefusals(queries: Queries, now: number): Promise<void> {
  await queries
    .deleteFrom('device_refusals')
    .where('last_at', '<', now - KEPT_MS)
    .execute();
}
