import { locksRows } from '../../../../platform/database/database.ts';
import type { Job } from '../../../../platform/jobs/jobs.ts';
import { AT_THE_SERVER } from '../../../activity/record.ts';
import { change, type Services, withDatabase } from '../../../calls/context.ts';
import { makeYearlyOrders } from './yearlyOrders.ts';

/** Returns the job that creates next year's orders for custom days. */
export const ownDaysJob = (services: Services): Job => ({
  name: 'own-days',
  where: 'holder',
  everyMs: 10 * 60_000,
  begin: ({ db }) => ({ round: () => makeAllYearlyOrders(withDatabase(services, db)) }),
});

/**
 * Creates the missing orders of all custom days. The author of an order is the user who last saved
 * its day.
 */
export async function makeAllYearlyOrders(services: Services): Promise<void> {
  const { queries } = services.db;
  const days = await queries.selectFrom('own_days').select('id').orderBy('id').execute();
  for (const { id } of days)
    await change(services, async (trx) => {
      const day = await trx
        .selectFrom('own_days')
        .selectAll()
        .where('id', '=', id)
        .$if(locksRows(trx), (query) => query.forUpdate())
        .executeTakeFirst();
      if (!day) return;
      await makeYearlyOrders(trx, day, {
        by: day.saved_by,
        byId: day.saved_by_id,
        at: services.domainClock.now(),
        now: services.clock(),
        doer: AT_THE_SERVER,
      });
    });
}
