import { sweepProviderSignIns } from './accounts/provider/flow.ts';
import { sweepPendingSignIns } from './accounts/secondFactor/signIn.ts';
import { sweepActivity } from './activity/retention.ts';
import type { Services } from './context.ts';
import type { LastUses } from './database/lastUses.ts';
import { advanceRetentionTime } from './database/retentionTime.ts';
import { sweepEndedKeys } from './flags/endedKeys.ts';
import { sweepRateLimits } from './limits/rateLimits.ts';
import { sweepMoves } from './moves/queries.ts';
import type { Connections } from './realtime/connections.ts';
import { sweepRefusals } from './refusedDevices/store.ts';
import { everyRound } from './rounds.ts';
import { sweepConfirmations } from './sessions/emailConfirmations.ts';
import { sweepBrowsers } from './sessions/knownBrowsers.ts';
import type { Sessions } from './sessions/sessions.ts';
import { sweepTemporaryPasswords } from './sessions/temporaryPassword.ts';
import { sweepDeliveries } from './webhooks/deliveries.ts';

/** Milliseconds between two rounds: how much of the last uses a kill -9 may forget. */
const ROUND_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

export interface HousekeepingParts {
  sessions: Sessions;
  uses: readonly Pick<LastUses, 'flush'>[];
  connections: Pick<Connections, 'sessions'>;
  /** Days for which the activity log is kept, as it is set now. */
  activityDays(): number;
  /** Whether this process removes what is over; one does, for all on the same data. */
  isSweeper(): boolean;
}

export interface Housekeeping {
  /** Ends the rounds and writes what is still in memory. */
  stop(): Promise<void>;
}

/** What happens once a minute: last uses written, expired sessions and old rate limits removed. */
export function startHousekeeping(services: Services, parts: HousekeepingParts): Housekeeping {
  const { sessions, uses, connections } = parts;
  const flush = async () => {
    // Whoever has the console open uses the session: other processes see Online by that.
    for (const { sid, userId } of connections.sessions()) sessions.noteUse(sid, userId);
    await sessions.flush();
    for (const use of uses) await use.flush();
  };
  const round = async () => {
    await flush();
    if (!parts.isSweeper()) return;
    await sessions.sweep();
    await sweepRateLimits(services.db, services.clock());
    await sweepTemporaryPasswords(services.db, services.clock());
    await sweepBrowsers(services.db, services.clock());
    await sweepConfirmations(services.db, services.clock());
    await sweepPendingSignIns(services.db, services.clock());
    await sweepProviderSignIns(services.db, services.clock());
    await sweepDeliveries(services.db.queries, services.clock());
    await sweepMoves(services.db.queries, services.clock());
    await sweepEndedKeys(services.db.queries, services.clock());
    await sweepRefusals(services.db.queries, services.clock());
    const time = await advanceRetentionTime(services.db, services.clock());
    await sweepActivity(services.db, time, parts.activityDays() * DAY_MS);
  };
  const rounds = everyRound(ROUND_MS, round, (error) =>
    services.log.error({ err: error }, 'housekeeping failed; the next round tries again'),
  );
  return {
    async stop() {
      await rounds.stop();
      await flush();
    },
  };
}
