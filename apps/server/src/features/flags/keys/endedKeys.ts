import { inBatches } from '../../../platform/database/batches.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';

/** How long the server remembers an invalidated device key, in ms. */
const KEPT_MS = 366 * 24 * 60 * 60_000;

/** The columns of a `device_keys` row that are kept after the key is invalidated. */
export const ENDED_KEY = ['id', 'flag_id', 'key_hash'] as const;
export type EndedKey = Record<(typeof ENDED_KEY)[number], string>;

/**
 * Remembers the device keys that are being removed, so that the server can identify a pole that
 * still uses one. Call this before deleting the keys' flags.
 */
export async function rememberEndedKeys(
  trx: Trx,
  keys: readonly EndedKey[],
  now: number,
): Promise<void> {
  await inBatches(keys, async (some) => {
    const flags = await trx
      // This includes a hidden company's flags.
      .selectFrom('stored_flags')
      .select(['id', 'name', 'company_id'])
      .where(
        'id',
        'in',
        some.map((key) => key.flag_id),
      )
      .execute();
    const known = new Map(flags.map((flag) => [flag.id, flag]));
    const rows = some.flatMap((key) => {
      const flag = known.get(key.flag_id);
      if (!flag) return [];
      return {
        key_hash: key.key_hash,
        key_id: key.id,
        flag_id: flag.id,
        flag_name: flag.name,
        company_id: flag.company_id,
        ended_at: now,
      };
    });
    if (rows.length === 0) return;
    await trx
      .insertInto('former_device_keys')
      .values(rows)
      .onConflict((conflict) => conflict.column('key_hash').doNothing())
      .execute();
  });
}

/** Forgets device keys that were invalidated long ago. Runs once a minute. */
export async function sweepEndedKeys(queries: Queries, now: number): Promise<void> {
  await queries
    .deleteFrom('former_device_keys')
    .where('ended_at', '<', now - KEPT_MS)
    .execute();
}
