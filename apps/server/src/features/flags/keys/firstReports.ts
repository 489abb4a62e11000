import { locksRows } from '../../../platform/database/database.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { accessMirror, companyChanged } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueueAll } from '../../../realtime/outbox/outbox.ts';
import { BY_THE_POLE, recordActivityOf } from '../../activity/record.ts';
import { change, type Services } from '../../calls/context.ts';
import { placeOf } from '../../fleet/flags.ts';
import { ENDED_KEY, type EndedKey, rememberEndedKeys } from './endedKeys.ts';

/**
 * Invalidates a flag's older keys after its pole's first report with a new key. Apart from this,
 * only users invalidate keys.
 */
export async function acceptFirstReports(
  services: Services,
  keyIds: readonly string[],
): Promise<void> {
  const now = services.clock();
  const ended = await change(services, async (trx) => {
    const flags = await lockFlagsOf(trx, keyIds);
    const used = await trx
      .updateTable('device_keys')
      .set({ last_used_at: now })
      .where('id', 'in', keyIds)
      .where('last_used_at', 'is', null)
      .returning(['id', 'flag_id'])
      .execute();
    if (used.length === 0) return [];
    const older = await removeOlder(trx, used);
    await rememberEndedKeys(trx, older, now);
    const ids = older.map((key) => key.id);
    const changes = flags.map((flag) => companyChanged(flag.company_id, now));
    await enqueueAll(trx, [accessMirror(ids, false), ...changes], now);
    const retired = flags.filter((flag) => older.some((key) => key.flag_id === flag.id));
    const entries = retired.map((flag) => ({ kind: 'key.retired' as const, ...placeOf(flag) }));
    await recordActivityOf(trx, BY_THE_POLE, now, ...entries);
    return ids;
  });
  services.link.deviceKeysRevoked(ended);
}

/**
 * Locks the rows of the flags that have these device keys, so that no other transaction creates or
 * revokes their keys.
 */
function lockFlagsOf(trx: Trx, keyIds: readonly string[]) {
  return trx
    .selectFrom('flags')
    .select(['id', 'name', 'company_id', 'location_id'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('device_keys').select('flag_id').where('id', 'in', keyIds),
    )
    .orderBy('id')
    .$if(locksRows(trx), (query) => query.forUpdate())
    .execute();
}

async function removeOlder(
  trx: Trx,
  used: readonly { id: string; flag_id: string }[],
): Promise<EndedKey[]> {
  const ids = used.map((key) => key.id);
  const flagRowIds = used.map((key) => key.flag_id);
  return trx
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
    .returning([...ENDED_KEY])
    .execute();
}
