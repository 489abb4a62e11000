import type { Job } from '../../../platform/jobs/jobs.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { announceRules } from '../autopilot/rules.ts';
import { correctLedgerOnce } from '../ledger/correction.ts';
import { Engine } from './engine.ts';

/** Moves poles to where they should be. */
export const autopilotJob = (services: Services): Job => ({
  name: 'autopilot',
  where: 'holder',
  everyMs: 1000,
  async begin({ db, signal, kick }) {
    const own = withDatabase(services, db);
    await correctLedgerOnce(db, services.domainClock.now());
    // Before the first movement by the new rules.
    await announceRules(own);
    const engine = new Engine(own, signal);
    // An order moves poles as soon as it is approved.
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

/** Milliseconds between two readings because of hints: every change of anything stored gives one. */
const HINT_MS = 500;

/** Calls at once, then at most once in `HINT_MS`, the last time included. */
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
