import type { Services } from './context.ts';
import type { KeyUses } from './flags/keys.ts';
import { sweepRateLimits } from './limits/rateLimits.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Milliseconds between two rounds: how much of the last uses a kill -9 may forget. */
const ROUND_MS = 60_000;

export interface Housekeeping {
  /** Ends the rounds and writes what is still in memory. */
  stop(): Promise<void>;
}

/** What happens once a minute: last uses written, expired sessions and old rate limits removed. */
export function startHousekeeping(
  services: Services,
  parts: { sessions: Sessions; keyUses: KeyUses },
): Housekeeping {
  const flush = async () => {
    await parts.sessions.flush();
    await parts.keyUses.flush();
  };
  const round = async () => {
    try {
      await flush();
      await parts.sessions.sweep();
      await sweepRateLimits(services.db, services.clock());
    } catch (error) {
      services.log.error({ err: error }, 'housekeeping failed; the next round tries again');
    }
  };
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(round);
  }, ROUND_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await flush();
    },
  };
}
