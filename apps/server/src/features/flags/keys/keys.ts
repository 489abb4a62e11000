import {
  type DeviceKey,
  type DeviceKeyCreate,
  type DeviceLogin,
  newKeySince,
  POLE_IS_SIMULATED,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import type { Database } from '../../../platform/database/database.ts';
import { batchedLookup } from '../../../platform/database/engines/batchedLookup.ts';
import { compiledOnce } from '../../../platform/database/engines/compiledOnce.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newId, newSecret } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import { accessMirror, companyChanged } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { flagInScope, lockFlagRow, placeOf } from '../../fleet/flags.ts';
import { ENDED_KEY, rememberEndedKeys } from './endedKeys.ts';
import { flagIdChanged, keyNotFound } from './errors.ts';
import { findKeys } from './keyQueries.ts';

/**
 * The maximum number of valid keys per flag. A rotation requires two, because the old key stays
 * valid until the pole reports with the new one (firstReports.ts).
 */
const MAX_KEYS = 2;

/**
 * The flag that a device key belongs to. The key gives access only to this flag's hardware data.
 */
export interface DeviceKeyHolder {
  keyId: string;
  ownerId: string;
  flagId: string;
  companyId: string;
  locationId: string;
  /** The time when the pole last reported with the key. Null if it never has. */
  lastUsedAt: number | null;
}

/**
 * Returns the flag that a device key belongs to, looked up by the key's hash. Null if the key is
 * unknown.
 */
export const deviceKeyHolder = (db: Database, key: string): Promise<DeviceKeyHolder | null> =>
  holders(db, hashSecret(key));

const holders = batchedLookup<Database, DeviceKeyHolder>(async (db, hashes) => {
  const rows = await db.prompt(holdersOf(db, hashes));
  return new Map(rows.map(({ hash, ...holder }) => [hash, holder]));
});

const holdersOf = compiledOnce<DeviceKeyHolder & { hash: string }>((queries, isListed) =>
  queries
    .selectFrom('device_keys')
    .innerJoin('flags', 'flags.id', 'device_keys.flag_id')
    .select([
      'device_keys.key_hash as hash',
      'device_keys.id as keyId',
      'flags.owner_id as ownerId',
      'flags.flag_id as flagId',
      'flags.company_id as companyId',
      'flags.location_id as locationId',
      'device_keys.last_used_at as lastUsedAt',
    ])
    .where(isListed('device_keys.key_hash')),
);

export async function listDeviceKeys(ctx: Context, id: string): Promise<DeviceKey[]> {
  await flagInScope(ctx.db.queries, requireScope(ctx, 'deviceKey.manage'), id);
  return findKeys(ctx.db.queries, id);
}

/** A new device key that is not stored yet. */
export interface NewDeviceKey {
  id: string;
  secret: string;
  /** The device's Google account. Null if devices do not sign in to Google. */
  login: DeviceLogin | null;
}

/** The maximum number of Google accounts that are created in parallel. */
const LOGINS_AT_ONCE = 8;

/**
 * Creates a device key for each flag ID and stores all of them in one change. `store` must call
 * `storeDeviceKeys` in its transaction. Google accounts are created before the transaction, which
 * must not wait for the network.
 */
export async function withNewDeviceKeys<T>(
  ctx: Context,
  flagIds: readonly string[],
  store: (trx: Trx, keys: readonly NewDeviceKey[]) => Promise<T>,
): Promise<T> {
  const keys = flagIds.map((): NewDeviceKey => ({ id: newId(), secret: newSecret(), login: null }));
  return withLogins(ctx, flagIds, keys, () => change(ctx, (trx) => store(trx, keys)));
}

/**
 * Creates the Google accounts of new device keys, if devices sign in to Google, and removes them if
 * `store` fails.
 * @param keys the keys, in the order of the flag IDs; this function sets the `login` of each
 */
export async function withLogins<T>(
  { link }: Pick<Context, 'link'>,
  flagIds: readonly string[],
  keys: readonly NewDeviceKey[],
  store: () => Promise<T>,
): Promise<T> {
  try {
    for (let start = 0; start < keys.length; start += LOGINS_AT_ONCE) {
      const asked = keys.slice(start, start + LOGINS_AT_ONCE).map(async (key, i) => {
        key.login = await link.addDevice(key.id, flagIds[start + i]!, key.secret);
      });
      // Wait for all accounts even if one fails. Otherwise, some might be created after the others
      // have been removed.
      const failed = (await Promise.allSettled(asked)).find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
    }
    return await store();
  } catch (error) {
    link.deviceKeysRevoked(keys.filter(({ login }) => login).map(({ id }) => id));
    throw error;
  }
}

/**
 * Creates a device key. Only this response contains it. Existing keys stay valid, except the key in
 * `replaces`.
 * @throws AppError `conflict` if the flag already has two keys, or if the key in `replaces` was
 * used by a pole or is the flag's only key
 */
export async function createDeviceKey(
  ctx: Context,
  id: string,
  { replaces }: DeviceKeyCreate,
): Promise<DeviceKey> {
  const scope = requireScope(ctx, 'deviceKey.manage');
  const now = ctx.clock();
  const { flagId } = await flagInScope(ctx.db.queries, scope, id);
  const shown = await withNewDeviceKeys(ctx, [flagId], async (trx, [made]) => {
    const key = made!;
    const flag = await lockFlagRow(trx, scope, id);
    // The key was created for the flag's previous ID.
    if (flag.flag_id !== flagId) throw flagIdChanged();
    refuseSimulated(flag);
    const keys = await findKeys(trx, id);
    if (replaces !== undefined) await removeNewKey(trx, keys, replaces, now);
    else if (keys.length >= MAX_KEYS)
      throw new AppError(
        'conflict',
        msg`A flag can have at most two device keys. Revoke one first.`,
      );
    // The newer key always gets a later time, even if the system clock was set back.
    const createdAt = Math.max(now, (keys.at(-1)?.createdAt ?? 0) + 1);
    await storeDeviceKeys(trx, [{ flagRowId: id, key }], createdAt);
    await enqueue(trx, companyChanged(flag.company_id, now), now);
    const about = replaces === undefined ? undefined : 'in place of one that no pole has used';
    await recordActivity(trx, ctx, { kind: 'key.created', ...placeOf(flag), detail: { about } });
    const secret = key.login ? { login: key.login } : { key: key.secret };
    return { id: key.id, createdAt, lastUsedAt: null, ...secret };
  });
  if (replaces !== undefined) ctx.link.deviceKeysRevoked([replaces]);
  return shown;
}

/**
 * Rejects a request for a simulated pole's device key, because a real device's reports would
 * contradict the simulated ones.
 * @throws AppError `conflict`
 */
export function refuseSimulated({ simulated }: { simulated: boolean }): void {
  if (simulated) throw new AppError('conflict', messageOf(POLE_IS_SIMULATED));
}

/**
 * Removes a new key that no pole has used yet. The caller must have locked the flag's row, so that
 * no first report with the key is recorded in the meantime.
 * @param keys all keys of the flag
 */
async function removeNewKey(
  trx: Trx,
  keys: readonly DeviceKey[],
  keyId: string,
  now: number,
): Promise<void> {
  if (!keys.some((key) => key.id === keyId)) throw keyNotFound();
  if (keys.at(-1)?.id !== keyId || newKeySince(keys) === null)
    throw new AppError(
      'conflict',
      msg`This key cannot be replaced: a pole has used it, or it is not the newer of two valid keys. Reload the page to see the current keys.`,
    );
  const rows = await trx
    .deleteFrom('device_keys')
    .where('id', '=', keyId)
    .returning([...ENDED_KEY])
    .execute();
  await rememberEndedKeys(trx, rows, now);
  await enqueue(trx, accessMirror([keyId], false), now);
}

export async function revokeDeviceKey(ctx: Context, id: string, keyId: string): Promise<void> {
  const scope = requireScope(ctx, 'deviceKey.manage');
  const now = ctx.clock();
  await change(ctx, async (trx) => {
    const flag = await lockFlagRow(trx, scope, id);
    const row = await trx
      .deleteFrom('device_keys')
      .where('id', '=', keyId)
      .where('flag_id', '=', id)
      .returning([...ENDED_KEY])
      .executeTakeFirst();
    if (!row) throw keyNotFound();
    await rememberEndedKeys(trx, [row], now);
    await enqueue(
      trx,
      { ...accessMirror([keyId], false), ...companyChanged(flag.company_id, now) },
      now,
    );
    await recordActivity(trx, ctx, { kind: 'key.revoked', ...placeOf(flag) });
  });
  ctx.link.deviceKeysRevoked([keyId]);
}

/** Stores new device keys. @param made the keys, each with the `flags.id` of its flag */
export async function storeDeviceKeys(
  trx: Trx,
  made: readonly { flagRowId: string; key: NewDeviceKey }[],
  now: number,
): Promise<void> {
  await enqueue(trx, accessMirror(await insertDeviceKeys(trx, made, now), true), now);
}

/**
 * Stores the rows of new device keys.
 * @returns the IDs of the keys with which devices sign in to Google
 */
export async function insertDeviceKeys(
  trx: Trx,
  made: readonly { flagRowId: string; key: NewDeviceKey }[],
  now: number,
): Promise<string[]> {
  if (made.length === 0) return [];
  const rows = made.map(({ flagRowId, key }) => ({
    id: key.id,
    flag_id: flagRowId,
    key_hash: hashSecret(key.secret),
    created_at: now,
    last_used_at: null,
  }));
  await trx.insertInto('device_keys').values(rows).execute();
  return made.flatMap(({ key }) => (key.login === null ? [] : key.id));
}

/**
 * Removes all device keys of a flag.
 * @returns the IDs of the keys; pass them to `link.deviceKeysRevoked` after the commit
 */
export async function voidDeviceKeys(trx: Trx, flagRowId: string, now: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('device_keys')
    .where('flag_id', '=', flagRowId)
    .returning([...ENDED_KEY])
    .execute();
  await rememberEndedKeys(trx, rows, now);
  const ids = rows.map((row) => row.id);
  await enqueue(trx, accessMirror(ids, false), now);
  return ids;
}
