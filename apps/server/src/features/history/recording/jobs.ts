import type { Job } from '../../../platform/jobs/jobs.ts';
import { MINUTE_MS } from '../series/times.ts';
import { type HistoryServices, Keeper } from './keeper.ts';
import { Upkeep } from './upkeep.ts';

/** Records voltage, positions and online periods of all poles. */
export const historyJob = (services: HistoryServices): Job => ({
  name: 'history',
  where: 'holder',
  everyMs: 15_000,
  begin({ db }) {
    const keeper = new Keeper({ ...services, db });
    return { round: () => keeper.round(), stop: () => keeper.stop() };
  },
});

/**
 * Condenses older history and removes what is too old.
 * @param days returns the current setting of how many days history is kept
 */
export const historyUpkeepJob = (services: HistoryServices, days: () => number): Job => ({
  name: 'history-upkeep',
  where: 'holder',
  everyMs: 5 * MINUTE_MS,
  begin({ db, signal }) {
    const upkeep = new Upkeep({ ...services, db }, days);
    signal.addEventListener('abort', () => upkeep.stop());
    return { round: () => upkeep.round() };
  },
});
