import type { FlagLock } from '@halyard/domain';
import type { Selectable } from 'kysely';
import type { FlagTable } from '../../platform/database/tables/flags.ts';
import type { Queries } from '../../platform/database/tables/schema.ts';
import type { MirroredFlag } from './mirroredChanges.ts';

/** The columns of a flag that are copied to the realtime database. */
export const MIRRORED = [
  'id',
  'flag_id',
  'owner_id',
  'company_id',
  'location_id',
  'move_timeout',
  'server_steps',
  'lock_reason',
  'locked_by',
  'locked_by_name',
  'locked_at',
] as const satisfies readonly (keyof FlagTable)[];

/**
 * Returns the path of every flag in the realtime database, and the values of the fields that the
 * server owns.
 * @param flagIds limits the query to these flags
 */
export async function findMirroredFlags(
  queries: Queries,
  flagIds?: readonly string[],
): Promise<MirroredFlag[]> {
  const rows = await queries
    .selectFrom('flags')
    .select(MIRRORED)
    .$if(flagIds !== undefined, (query) => query.where('flag_id', 'in', flagIds!))
    .execute();
  return rows.map(mirrored);
}

/** Converts a flag's row to the values that the realtime database stores. */
export function mirrored(
  row: Pick<Selectable<FlagTable>, (typeof MIRRORED)[number]>,
): MirroredFlag {
  return {
    ownerId: row.owner_id,
    flagId: row.flag_id,
    companyId: row.company_id,
    locationId: row.location_id,
    moveTimeout: row.move_timeout,
    serverSteps: row.server_steps,
    lock: storedLock(row),
  };
}

export type LockColumns = Pick<
  FlagTable,
  'lock_reason' | 'locked_by' | 'locked_by_name' | 'locked_at'
>;

/** Returns a flag's stored lock. Null if there is none. */
export function storedLock(row: LockColumns): FlagLock | null {
  const { lock_reason: reason, locked_by: by, locked_by_name: byName, locked_at: at } = row;
  if (reason === null || by === null || byName === null || at === null) return null;
  return { reason, by, byName, at };
}
