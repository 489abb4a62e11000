import type { Database } from '../../../../platform/database/database.ts';
import { uniqueKey } from '../../../../platform/database/text.ts';
import type { RecordedFlag } from '../recording/recorder.ts';
import { slicesOf } from '../recording/slices.ts';

const OWNER = 'bench';
const ROWS = 1000;

/**
 * Adds one company with a location and many flags directly to the database tables.
 * @param flagIds the flag IDs, or the number of flags
 */
export async function addFlags(
  db: Database,
  flagIds: readonly string[] | number,
): Promise<RecordedFlag[]> {
  const place = {
    address1: '1 Main',
    address2: null,
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    phone: '5550100000',
    created_at: 0,
  };
  const company = { ...place, id: OWNER, name: OWNER, description: null, auto_half_mast: false };
  const site = { latitude: null, longitude: null, time_zone: null };
  const location = { ...place, ...site, id: OWNER, company_id: OWNER, name: OWNER };
  await db.queries.insertInto('companies').values(company).execute();
  await db.queries.insertInto('locations').values(location).execute();
  const ids =
    typeof flagIds === 'number' ? Array.from({ length: flagIds }, (_, i) => `b${i}`) : flagIds;
  const flags = ids.map((flagId) => ({ id: flagId.padEnd(16, '-'), ownerId: OWNER, flagId }));
  for (const slice of slicesOf(flags, ROWS))
    await db.queries
      .insertInto('flags')
      .values(
        slice.map(({ id, ownerId, flagId }) => ({
          id,
          flag_id: flagId,
          flag_id_key: uniqueKey(flagId),
          name: flagId,
          company_id: OWNER,
          location_id: OWNER,
          owner_id: ownerId,
          move_timeout: null,
          created_at: 0,
        })),
      )
      .execute();
  return flags;
}
