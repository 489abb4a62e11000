import type { DeviceKey } from '@halyard/domain';
import type { Clock } from '../clock.ts';
import { type Context, requireScope } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Trx } from '../database/schema.ts';
import { hashSecret, newId, newSecret } from '../database/text.ts';
import { AppError, notFound } from '../errors.ts';
import { flagInScope, lockFlag } from './queries.ts';

/** Two while rotating: the pole keeps the old one until it has the new one (design: device keys). */
const MAX_KEYS = 2;

/** Whose a device key is: the one hardware node that it opens. */
export interface DeviceKeyHolder {
  keyId: string;
  ownerId: string;
  flagId: string;
  companyId: string;
  locationId: string;
}

/** Looks a presented key up by its hash; null where it is none of ours. */
export async function deviceKeyHolder(db: Database, key: string): Promise<DeviceKeyHolder | null> {
  const row = await db.queries
    .selectFrom('device_keys')
    .innerJoin('flags', 'flags.id', 'device_keys.flag_id')
    .select([
      'device_keys.id as keyId',
      'flags.owner_id as ownerId',
      'flags.flag_id as flagId',
      'flags.company_id as companyId',
      'flags.location_id as locationId',
    ])
    .where('device_keys.key_hash', '=', hashSecret(key))
    .executeTakeFirst();
  return row ?? null;
}

export async function listDeviceKeys(ctx: Context, id: string): Promise<DeviceKey[]> {
  await flagInScope(ctx.db.queries, requireScope(ctx, 'deviceKey.manage'), id);
  return ctx.db.queries
    .selectFrom('device_keys')
    .select(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('flag_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A new key, shown in this answer alone. @throws AppError `conflict` where two are valid already. */
export async function createDeviceKey(ctx: Context, id: string): Promise<DeviceKey> {
  const scope = requireScope(ctx, 'deviceKey.manage');
  const now = ctx.clock();
  return ctx.db.transaction(async (trx) => {
    await lockFlag(trx, scope, id);
    const { count } = await trx
      .selectFrom('device_keys')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('flag_id', '=', id)
      .executeTakeFirstOrThrow();
    if (count >= MAX_KEYS)
      throw new AppError('conflict', 'A flag has two device keys at most. Revoke one first.');
    const { id: keyId, key } = await insertDeviceKey(trx, id, now);
    return { id: keyId, createdAt: now, lastUsedAt: null, key };
  });
}

export async function revokeDeviceKey(ctx: Context, id: string, keyId: string): Promise<void> {
  await flagInScope(ctx.db.queries, requireScope(ctx, 'deviceKey.manage'), id);
  const row = await ctx.db.queries
    .deleteFrom('device_keys')
    .where('id', '=', keyId)
    .where('flag_id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!row) throw notFound('Device key');
  ctx.link.deviceKeysRevoked([row.id]);
}

/** @param flagRowId `flags.id` */
export async function insertDeviceKey(
  trx: Trx,
  flagRowId: string,
  now: number,
): Promise<{ id: string; key: string }> {
  const key = newSecret();
  const id = newId();
  await trx
    .insertInto('device_keys')
    .values({
      id,
      flag_id: flagRowId,
      key_hash: hashSecret(key),
      created_at: now,
      last_used_at: null,
    })
    .execute();
  return { id, key };
}

/** Removes all keys of a flag. @returns their ids, for `link.deviceKeysRevoked` after the commit */
export async function voidDeviceKeys(trx: Trx, flagRowId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('device_keys')
    .where('flag_id', '=', flagRowId)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** When keys were last used, kept in memory and written once a minute. */
export interface KeyUses {
  note(keyId: string): void;
  flush(): Promise<void>;
}

/** Ids in one statement: below either engine's limit of parameters. */
const MAX_IDS_PER_STATEMENT = 10_000;

export function createKeyUses(db: Database, clock: Clock): KeyUses {
  let used = new Set<string>();
  return {
    note(keyId) {
      used.add(keyId);
    },
    async flush() {
      const ids = [...used];
      used = new Set();
      for (let start = 0; start < ids.length; start += MAX_IDS_PER_STATEMENT)
        await db.queries
          .updateTable('device_keys')
          .set({ last_used_at: clock() })
          .where('id', 'in', ids.slice(start, start + MAX_IDS_PER_STATEMENT))
          .execute();
    },
  };
}
