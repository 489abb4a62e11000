import {
  ADOPT_FIRST,
  ADOPT_GONE,
  type Adoptable,
  type FlagCreate,
  isOnline,
  lastSeenAt,
} from '@halyard/domain';
import { messageOf } from '@halyard/messages/language';
import { uniqueKey } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import { ownerOf } from '../../../realtime/outbox/mirroredChanges.ts';
import { type Context, requireScope } from '../../calls/context.ts';

/**
 * Returns the devices that already report under a flag ID that is still free, for example in a
 * Firebase project that existed before Halyard (decisions, "Owner of a flag"). Returns no devices
 * if a flag has this ID.
 */
export async function listAdoptable(ctx: Context, flagId: string): Promise<Adoptable[]> {
  requireScope(ctx, 'flag.create');
  const now = ctx.clock();
  return (await adoptableOwners(ctx, flagId)).map((ownerId) => {
    const record = ctx.link.record({ ownerId, flagId });
    return {
      ownerId,
      deviceName: record.deviceName,
      lastSeen: lastSeenAt(record, now),
      isOnline: isOnline(record, now),
      voltage: record.voltage,
    };
  });
}

/**
 * Returns the owner key for a new flag, which is part of the flag's path in the realtime database.
 * An adopted device keeps the owner key that it already uses; all other flags get the company's own
 * key.
 * @throws AppError `conflict` if the device to adopt no longer exists, or if a device already
 * reports under the company's own key and the request does not adopt it
 */
export async function ownerOfNewFlag(
  ctx: Context,
  { flagId, companyId, adoptOwnerId }: FlagCreate,
): Promise<string> {
  const reporting = await adoptableOwners(ctx, flagId);
  if (adoptOwnerId !== undefined) {
    if (!reporting.includes(adoptOwnerId)) throw new AppError('conflict', messageOf(ADOPT_GONE));
    return adoptOwnerId;
  }
  if (reporting.includes(ownerOf(companyId)))
    throw new AppError('conflict', messageOf(ADOPT_FIRST));
  return ownerOf(companyId);
}

async function adoptableOwners(ctx: Context, flagId: string): Promise<string[]> {
  const taken = await ctx.db.queries
    .selectFrom('flags')
    .select('id')
    .where('flag_id_key', '=', uniqueKey(flagId))
    .executeTakeFirst();
  return taken ? [] : ctx.link.ownersOf(flagId);
}
