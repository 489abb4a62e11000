import type { DeviceKey } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';

/** Returns a flag's device keys, oldest first. */
export function findKeys(queries: Queries, flagRowId: string): Promise<DeviceKey[]> {
  return queries
    .selectFrom('device_keys')
    .select(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('flag_id', '=', flagRowId)
    .orderBy('created_at')
    .execute();
}

/**
 * Returns the creation times of unused new keys, by `flags.id`. A new key is one whose flag still
 * has an older key (domain: `newKeySince`).
 * @param flagRowIds the flags to look up; all flags if omitted
 */
export async function findNewKeys(
  queries: Queries,
  flagRowIds?: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('device_keys as key')
    .select(['key.flag_id as flagRowId', 'key.created_at as createdAt'])
    .where('key.last_used_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('device_keys as older')
          .select('older.id')
          .whereRef('older.flag_id', '=', 'key.flag_id')
          .whereRef('older.created_at', '<', 'key.created_at'),
      ),
    )
    .$if(flagRowIds !== undefined, (query) => query.where('key.flag_id', 'in', flagRowIds!))
    .execute();
  return new Map(rows.map((row) => [row.flagRowId, row.createdAt]));
}
