import type { Logger } from 'pino';
import { type Duty, type Leadership, lead, leadAlone } from '../../../platform/jobs/leader.ts';
import { everyRound } from '../../../platform/jobs/rounds.ts';
import { MINUTE_MS } from '../series/times.ts';
import { type HistoryServices, Keeper } from './keeper.ts';
import { Upkeep } from './upkeep.ts';

/** Milliseconds between two rounds of writing. */
const ROUND_MS = 15_000;
const UPKEEP_MS = 5 * MINUTE_MS;

/**
 * Writes the history of all poles in the one process that leads.
 * @param settings `databaseUrl` null: there is no other process; `days`: how long anything is kept, as it is set now
 */
export function keepHistory(
  services: HistoryServices,
  { databaseUrl, days }: { databaseUrl: string | null; days: () => number },
  log: Logger,
): Promise<Leadership> {
  const failed = (err: unknown) => log.error({ err }, 'History was not written; it is tried again');
  const duty: Duty = {
    name: 'history',
    async start() {
      const keeper = new Keeper(services);
      const upkeep = new Upkeep(services, days);
      await keeper.round().catch(failed);
      const rounds = everyRound(ROUND_MS, () => keeper.round(), failed);
      const upkeeps = everyRound(UPKEEP_MS, () => upkeep.round(), failed);
      return async () => {
        upkeep.stop();
        await upkeeps.stop();
        await rounds.stop();
        await keeper.stop().catch(failed);
      };
    },
  };
  return databaseUrl === null ? leadAlone(duty) : Promise.resolve(lead(databaseUrl, duty, log));
}
