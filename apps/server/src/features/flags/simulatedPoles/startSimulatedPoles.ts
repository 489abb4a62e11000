import { everyRound, type Rounds } from '../../../platform/jobs/rounds.ts';
import type { Services } from '../../calls/context.ts';
import { reportOf } from './pole.ts';

/** Milliseconds between two looks at all simulated poles. */
const ROUND_MS = 1000;

/** Plays all simulated poles, in the one process that leads. */
export function startSimulatedPoles(services: Services, isLeader: () => boolean): Rounds {
  return everyRound(
    ROUND_MS,
    async () => {
      if (isLeader() && (await services.link.isHealthy())) await playPoles(services);
    },
    (error) => services.log.error({ err: error }, 'Simulated poles did not report'),
  );
}

/** Has every simulated pole say what it has to say now. */
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
