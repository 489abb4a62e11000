import { sweepActivity } from '../features/activity/retention.ts';
import type { Services } from '../features/calls/context.ts';
import { sweepEndedKeys } from '../features/flags/keys/endedKeys.ts';
import { sweepMoves } from '../features/flags/moves/queries.ts';
import { sweepRefusals } from '../features/flags/refusedDevices/store.ts';
import { sweepConfirmations } from '../features/identity/email/emailConfirmations.ts';
import { sweepTemporaryPasswords } from '../features/identity/passwords/temporaryPassword.ts';
import { sweepProviderSignIns } from '../features/identity/providers/flow.ts';
import { sweepBrowsers } from '../features/identity/sessions/knownBrowsers.ts';
import type { Sessions } from '../features/identity/sessions/sessions.ts';
import { sweepPendingSignIns } from '../features/identity/signIn/secondFactorSignIn.ts';
import { sweepDeliveries } from '../features/webhooks/deliveries.ts';
import type { LastUses } from '../platform/database/lastUses.ts';
import { advanceRetentionTime } from '../platform/database/retentionTime.ts';
import { everyRound } from '../platform/jobs/rounds.ts';
import { sweepRateLimits } from '../platform/limits/rateLimits.ts';
import type { Connections } from '../realtime/callers/connections.ts';

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
