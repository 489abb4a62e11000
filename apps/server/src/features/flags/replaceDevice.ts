import type { DeviceReplacement, FlagCreated } from '@halyard/domain';
import { refusingTaken } from '../../platform/database/scope.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../platform/database/text.ts';
import { companyChanged, movedFlag } from '../../realtime/outbox/mirroredChanges.ts';
import { mirrored } from '../../realtime/outbox/mirroredFlags.ts';
import { enqueue } from '../../realtime/outbox/outbox.ts';
import { recordActivity, recordEdit } from '../activity/record.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { flagInScope, lockFlagRow, placeOf } from '../fleet/flags.ts';
import { FLAG_ID_KEY, oneFlag, withCredentials } from './flags.ts';
import { flagIdChanged } from './keys/errors.ts';
import {
  refuseSimulated,
  storeDeviceKeys,
  voidDeviceKeys,
  withNewDeviceKeys,
} from './keys/keys.ts';

/**
 * Replaces a flag's device with a different one. The flag keeps its history, lock, holds, and
 * desired position and lamp. All keys of the old device are invalidated immediately; only this
 * response contains the new key. (To give the same device a new key, rotate the key instead:
 * keys.ts.)
 * @throws AppError `conflict` if the flag ID is taken, or if another request has just changed it
 */
export async function replaceDevice(
  ctx: Context,
  id: string,
  { flagId: wanted }: DeviceReplacement,
): Promise<FlagCreated> {
  const scope = requireScope(ctx, 'deviceKey.manage');
  const before = await flagInScope(ctx.db.queries, scope, id);
  const flagId = wanted ?? before.flagId;
  if (flagId !== before.flagId) requireScope(ctx, 'flag.move');
  const now = ctx.clock();
  const { key, ended } = await refusingTaken(FLAG_ID_KEY, () =>
    withNewDeviceKeys(ctx, [flagId], async (trx, [made]) => {
      const present = await lockFlagRow(trx, scope, id);
      if (present.flag_id !== before.flagId) throw flagIdChanged();
      refuseSimulated(present);
      const old = await voidDeviceKeys(trx, id, now);
      await storeDeviceKeys(trx, [{ flagRowId: id, key: made! }], now);
      if (flagId !== before.flagId) await moveFlag(ctx, trx, present, flagId);
      await enqueue(trx, companyChanged(present.company_id, now), now);
      const about = 'for another device in place of the old one, whose keys ended';
      await recordActivity(trx, ctx, {
        kind: 'key.created',
        ...placeOf(present),
        detail: { about },
      });
      return { key: made!, ended: old };
    }),
  );
  ctx.link.deviceKeysRevoked(ended);
  return withCredentials(await oneFlag(ctx, scope, id), key);
}

async function moveFlag(
  ctx: Context,
  trx: Trx,
  present: Awaited<ReturnType<typeof lockFlagRow>>,
  flagId: string,
): Promise<void> {
  await trx
    .updateTable('flags')
    .set({ flag_id: flagId, flag_id_key: uniqueKey(flagId) })
    .where('id', '=', present.id)
    .execute();
  const from = mirrored(present);
  await enqueue(trx, movedFlag(from, { ...from, flagId }, ctx.link.record(from)), ctx.clock());
  await recordEdit(
    trx,
    ctx,
    { kind: 'flag.changed', ...placeOf(present) },
    { before: { flagId: from.flagId }, after: { flagId }, names: { flagId: 'flag ID' } },
  );
}
