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
    const unwatch = services.link.whenStored(kick);
    return {
      round: () => engine.round(),
      stop() {
        unwatch();
        engine.stop();
      },
    };
  },
});
