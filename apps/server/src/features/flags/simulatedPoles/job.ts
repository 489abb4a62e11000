import type { Job } from '../../../platform/jobs/jobs.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { reportOf } from './pole.ts';

/**
 * Returns the job that sends the reports of all simulated poles. It checks once a second which
 * reports are due.
 */
export const simulatedPoleJob = (services: Services): Job => ({
  name: 'simulated-poles',
  where: 'holder',
  everyMs: 1000,
  begin: ({ db }) => ({
    async round() {
      if (await services.link.isHealthy()) await playPoles(withDatabase(services, db));
    },
  }),
});

/** Sends the reports that are due from simulated poles. */
export async function playPoles({
  db,
  link,
  clock,
}: Pick<Services, 'db' | 'link' | 'clock'>): Promise<void> {
  const poles = await db.queries
    .selectFrom('flags')
    .select(['owner_id as ownerId', 'flag_id as flagId'])
    .where('simulated', '=', true)
    .execute();
  const now = clock();
  await Promise.all(
    poles.map(async (pole) => {
      const report = reportOf(link.record(pole), now);
      if (report) await link.report(pole, report);
    }),
  );
}
