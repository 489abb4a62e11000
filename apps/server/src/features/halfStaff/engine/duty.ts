import type { Logger } from 'pino';
import { type Duty, type Leadership, lead, leadAlone } from '../../../platform/jobs/leader.ts';
import { everyRound } from '../../../platform/jobs/rounds.ts';
import type { Services } from '../../calls/context.ts';
import { announceRules } from '../autopilot/rules.ts';
import { correctLedgerOnce } from '../ledger/correction.ts';
import { Engine } from './engine.ts';

/** Milliseconds between two rounds. */
const ROUND_MS = 1000;

/**
 * Runs the engine in the one process that leads; ends that process, another one goes on.
 * @param databaseUrl null: there is no other process
 */
export function runEngine(
  services: Services,
  databaseUrl: string | null,
  log: Logger,
): Promise<Leadership> {
  const duty: Duty = {
    name: 'half-staff',
    async start() {
      await correctLedgerOnce(services.db, services.domainClock.now());
      // Before the first movement by the new rules.
      await announceRules(services);
      const engine = new Engine(services);
      const rounds = everyRound(
        ROUND_MS,
        () => engine.round(),
        (error) => log.error({ err: error }, 'A round of half-staff failed; the next one goes on'),
      );
      return async () => {
        engine.stop();
        await rounds.stop();
      };
    },
  };
  return databaseUrl === null ? leadAlone(duty) : Promise.resolve(lead(databaseUrl, duty, log));
}
