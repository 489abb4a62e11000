import { sweepActivity } from '../../features/activity/retention.ts';
import type { Services } from '../../features/calls/context.ts';
import { sweepEndedKeys } from '../../features/flags/keys/endedKeys.ts';
import { sweepPlans } from '../../features/flags/moves/planQueries.ts';
import { sweepMoves } from '../../features/flags/moves/queries.ts';
import { sweepRefusals } from '../../features/flags/refusedDevices/store.ts';
import { sweepSent } from '../../features/halfStaff/reminders/sending/sentMails.ts';
import { sweepConfirmations } from '../../features/identity/email/emailConfirmations.ts';
import { sweepTemporaryPasswords } from '../../features/identity/passwords/temporaryPassword.ts';
import { sweepProviderSignIns } from '../../features/identity/providers/flow.ts';
import { sweepBrowsers } from '../../features/identity/sessions/knownBrowsers.ts';
import type { Sessions } from '../../features/identity/sessions/sessions.ts';
import { sweepPendingSignIns } from '../../features/identity/signIn/secondFactorSignIn.ts';
import { sweepSourceEntries } from '../../features/orderDesk/sources/stored/entries.ts';
import { sweepDeliveries } from '../../features/webhooks/deliveries.ts';
import { sweepRecordChanges } from '../../platform/database/changes/recordChanges.ts';
import type { LastUses } from '../../platform/database/lastUses.ts';
import { advanceRetentionTime } from '../../platform/database/retentionTime.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { sweepRateLimits } from '../../platform/limits/rateLimits.ts';
import type { Connections } from '../../realtime/callers/connections.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface LastUseParts {
  sessions: Sessions;
  uses: readonly Pick<LastUses, 'flush'>[];
  connections: Pick<Connections, 'sessions'>;
}

/**
 * Returns the job that stores when sessions and keys were last used. If the process is killed, only
 * the times since the job's last run are lost.
 */
export const lastUseJob = ({ sessions, uses, connections }: LastUseParts): Job => {
  const round = async () => {
    // An open console counts as using its session. Other processes read this data to show who is
    // online.
    for (const { sid, userId } of connections.sessions()) sessions.noteUse(sid, userId);
    await sessions.flush();
    for (const use of uses) await use.flush();
  };
  return {
    name: 'last-uses',
    where: 'each',
    everyMs: MINUTE_MS,
    begin: () => ({ round, stop: round }),
  };
};

/**
 * Returns the job that removes expired data.
 * @param activityDays returns the current retention of the activity log, in days
 */
export const cleanupJob = (
  { clock }: Pick<Services, 'clock'>,
  sessions: Pick<Sessions, 'sweep'>,
  activityDays: () => number,
): Job => ({
  name: 'cleanup',
  where: 'holder',
  everyMs: MINUTE_MS,
  begin: ({ db }) => ({
    async round() {
      await sessions.sweep();
      await sweepRateLimits(db, clock());
      await sweepTemporaryPasswords(db, clock());
      await sweepBrowsers(db, clock());
      await sweepConfirmations(db, clock());
      await sweepPendingSignIns(db, clock());
      await sweepProviderSignIns(db, clock());
      await sweepDeliveries(db.queries, clock());
      await sweepMoves(db.queries, clock());
      await sweepPlans(db.queries, clock());
      await sweepSourceEntries(db.queries, clock());
      await sweepSent(db, clock());
      await sweepEndedKeys(db.queries, clock());
      await sweepRefusals(db.queries, clock());
      await sweepRecordChanges(db);
      const time = await advanceRetentionTime(db, clock());
      await sweepActivity(db, time, activityDays() * DAY_MS);
    },
  }),
});
