import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import type { Harness } from '../../../testing/harness.ts';

/**
 * Makes a pole report its position and a good voltage.
 * @param id the flag's ID in the table `flags`
 */
export async function report(
  { services, link, time }: Harness,
  id: string,
  position: 'flagUp' | 'flagHalf' | 'flagDown' = 'flagUp',
): Promise<void> {
  const row = await services.db.queries
    .selectFrom('flags')
    .select(['owner_id as ownerId', 'flag_id as flagId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const path = hardwarePath(row);
  for (const field of ['flagUp', 'flagDown', 'flagHalf', 'lamp'])
    link.leaves.set(`${path}/reported/${field}`, field === position);
  link.leaves.set(`${path}/reported/lastSeen`, time.now);
  link.leaves.set(`${path}/seenAt`, time.now);
  link.leaves.set(`${path}/voltage`, 42);
}
