import type { Job } from '../../../../platform/jobs/jobs.ts';
import { MINUTE_MS } from '../series/times.ts';
import { HistoryRetention } from './historyRetention.ts';
import { type HistoryServices, HistoryWriter } from './historyWriter.ts';

/** Returns the job that records the voltage, positions and online periods of all poles. */
export const historyJob = (services: HistoryServices): Job => ({
  name: 'history',
  where: 'holder',
  everyMs: 15_000,
  begin({ db }) {
    const historyWriter = new HistoryWriter({ ...services, db });
    return { round: () => historyWriter.round(), stop: () => historyWriter.stop() };
  },
});

/**
 * Returns the job that combines each older day of history into one row and deletes history that is
 * too old.
 * @param days returns the number of days to keep history
 */
export const historyRetentionJob = (services: HistoryServices, days: () => number): Job => ({
  name: 'history-upkeep',
  where: 'holder',
  everyMs: 5 * MINUTE_MS,
  begin({ db, signal }) {
    const historyRetention = new HistoryRetention({ ...services, db }, days);
    signal.addEventListener('abort', () => historyRetention.stop());
    return { round: () => historyRetention.round() };
  },
});
