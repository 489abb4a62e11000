import type { Job } from '../../../platform/jobs/jobs.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { announceRules } from '../autopilot/rules.ts';
import { correctLedgerOnce } from '../ledger/correction.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { Engine } from './engine.ts';

/**
 * Returns the job that runs the half-staff engine, which moves poles to their planned positions.
 * @param poles the index of poles that the jobs of this process share
 */
export const autopilotJob = (services: Services, poles: PoleIndex): Job => ({
  name: 'autopilot',
  where: 'holder',
  everyMs: 1000,
  async begin({ db, signal, kick }) {
    const own = withDatabase(services, db);
    await correctLedgerOnce(db, services.domainClock.now());
    // New rules must be announced before they move any pole.
    await announceRules(own);
    const engine = new Engine(own, poles, signal);
    // A newly approved order moves poles immediately.
    const hint = throttled(kick);
    const unwatch = services.link.whenStored(hint.call);
    return {
      round: () => engine.round(),
      stop() {
        unwatch();
        hint.stop();
        engine.stop();
      },
    };
  },
});

/**
 * The minimum time in ms between two runs of the engine that changes to stored data have caused.
 */
const HINT_MS = 500;

/**
 * Returns a function that calls `work` immediately, but at most once every `HINT_MS`. If it is
 * called again before this time has passed, it delays the next call of `work`.
 */
function throttled(work: () => void): { call(): void; stop(): void } {
  let timer: NodeJS.Timeout | null = null;
  let again = false;
  const call = () => {
    if (timer) {
      again = true;
      return;
    }
    again = false;
    work();
    timer = setTimeout(() => {
      timer = null;
      if (again) call();
    }, HINT_MS);
    timer.unref();
  };
  return { call, stop: () => timer && clearTimeout(timer) };
}
