import { change, type Services } from '../context.ts';
import { locksRows } from '../database/database.ts';
import type { Trx } from '../database/schema.ts';
import { accessMirror, companyChanged } from '../outbox/mirror.ts';
import { enqueue } from '../outbox/outbox.ts';

/**
 * Poles have reported with these device keys for the first time: each has the key that it was given,
 * so the older ones of its flag end. Nothing else ends a key but a person.
 */
export async function acceptFirstReports(
  services: Services,
  keyIds: readonly string[],
): Promise<void> {
  const now = services.clock();
  const ended = await change(services, async (trx) => {
    const companyIds = await lockFlagsOf(trx, keyIds);
    const used = await trx
      .updateTable('device_keys')
      .set({ last_used_at: now })
      .where('id', 'in', keyIds)
      .where('last_used_at', 'is', null)
      .returning(['id', 'flag_id'])
      .execute();
    if (used.length === 0) return [];
    const older = await removeOlder(trx, used);
    const news = companyIds.map((id) => companyChanged(id, now));
    await enqueue(trx, Object.assign(accessMirror(older, false), ...news), now);
    return older;
  });
  services.link.deviceKeysRevoked(ended);
}

/** Whoever makes or revokes a key of these flags waits. @returns the companies that they are of */
async function lockFlagsOf(trx: Trx, keyIds: readonly string[]): Promise<string[]> {
  const flags = await trx
    .selectFrom('flags')
    .select(['id', 'company_id'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('device_keys').select('flag_id').where('id', 'in', keyIds),
    )
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute();
  return [...new Set(flags.map((flag) => flag.company_id))];
}

async function removeOlder(
  trx: Trx,
  used: readonly { id: string; flag_id: string }[],
): Promise<string[]> {
  const ids = used.map((key) => key.id);
  const flagRowIds = used.map((key) => key.flag_id);
  const rows = await trx
    .deleteFrom('device_keys')
    .where('flag_id', 'in', flagRowIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('device_keys as newer')
          .select('newer.id')
          .where('newer.id', 'in', ids)
          .whereRef('newer.flag_id', '=', 'device_keys.flag_id')
          .whereRef('newer.created_at', '>', 'device_keys.created_at'),
      ),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
