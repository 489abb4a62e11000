import type { Job } from '../../../platform/jobs/jobs.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { announceRules } from '../autopilot/rules.ts';
import { correctLedgerOnce } from '../ledger/correction.ts';
import { Engine } from './engine.ts';

/**
 * Returns the job that runs the half-staff engine, which moves poles to their planned positions.
 */
export const autopilotJob = (services: Services): Job => ({
  name: 'autopilot',
  where: 'holder',
  everyMs: 1000,
  async begin({ db, signal, kick }) {
    const own = withDatabase(services, db);
    await correctLedgerOnce(db, services.domainClock.now());
    // New rules must be announced before poles first move under them.
    await announceRules(own);
    const engine = new Engine(own, signal);
    // An approved order moves poles immediately.
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

/** Minimum time in ms between two rounds caused by hints. Each stored change causes a hint. */
const HINT_MS = 500;

/**
 * Calls `work` immediately, then at most once per `HINT_MS`. Calls in between are delayed until
 * that time has passed.
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
