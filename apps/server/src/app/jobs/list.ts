import type { Services } from '../../features/calls/context.ts';
import { deletedCompaniesJob } from '../../features/customers/companies/sweepCompany.ts';
import { movesJob } from '../../features/flags/moves/background.ts';
import type { PoleTests } from '../../features/flags/poleTests/poleTests.ts';
import { simulatedPoleJob } from '../../features/flags/simulatedPoles/job.ts';
import type { Lists } from '../../features/fleet/directory/lists.ts';
import { summaryJob } from '../../features/fleet/summaries/job.ts';
import { autopilotJob } from '../../features/halfStaff/engine/job.ts';
import { ledgerHeadJob } from '../../features/halfStaff/ledger/dailyHead.ts';
import { ownDaysJob } from '../../features/halfStaff/orders/recurring/job.ts';
import { poleIndexJob } from '../../features/halfStaff/poles/indexJob.ts';
import type { PoleIndex } from '../../features/halfStaff/poles/poleIndex.ts';
import type { SiteCounts } from '../../features/halfStaff/poles/siteCounts.ts';
import type { WrongPositionIndex } from '../../features/halfStaff/poles/wrongPositions/wrongPositionIndex.ts';
import { reminderJob } from '../../features/halfStaff/reminders/job.ts';
import type { Sessions } from '../../features/identity/sessions/sessions.ts';
import { importsJob } from '../../features/importExport/run/job.ts';
import { alertJobs } from '../../features/monitoring/alerts/jobs.ts';
import {
  historyJob,
  historyRetentionJob,
} from '../../features/monitoring/history/recording/jobs.ts';
import { backupJob } from '../../features/operation/backup/job.ts';
import type { SystemSettings } from '../../features/operation/settings/systemSettings.ts';
import { orderSourcesJob } from '../../features/orderDesk/sources/job.ts';
import { webhookJob } from '../../features/webhooks/job.ts';
import type { Config } from '../../platform/config/config.ts';
import type { LastUses } from '../../platform/database/lastUses.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { mailJob } from '../../platform/mail/job.ts';
import type { Connections } from '../../realtime/callers/connections.ts';
import type { AppSettings } from '../api/app.ts';
import { cleanupJob, lastUseJob } from './housekeeping.ts';

export interface JobListParts {
  services: Services;
  settings: AppSettings;
  config: Config;
  env: NodeJS.ProcessEnv;
  system: SystemSettings;
  sessions: Sessions;
  /** The objects that record when keys and tokens were last used. */
  uses: readonly Pick<LastUses, 'flush'>[];
  connections: Pick<Connections, 'sessions'>;
  /** The objects that log refused requests. */
  refusals: readonly { readonly job: Job }[];
  poleTests: PoleTests;
  lists: Lists;
  poles: PoleIndex;
  siteCounts: SiteCounts;
  wrongPositions: WrongPositionIndex;
}

/**
 * Returns the background jobs of the complete server, in the order in which they start. The jobs of
 * the realtime database start before these. docs/architecture.md, "Background jobs", lists all of
 * them.
 */
export function jobList(parts: JobListParts): Job[] {
  const { services, settings, config, env, system, sessions, poleTests, lists, poles } = parts;
  const { activityDays, historyDays } = {
    activityDays: () => system.effective.activityDays.value,
    historyDays: () => system.effective.historyDays.value,
  };
  const { db, clock, link } = services;
  const history = { db, clock, link, poles };
  return [
    ...parts.refusals.map(({ job }) => job),
    system.job,
    lastUseJob(parts),
    autopilotJob(services, poles),
    historyJob(history),
    historyRetentionJob(history, historyDays),
    ...alertJobs(services, settings, poles),
    mailJob(services),
    webhookJob(services, settings, poles),
    ownDaysJob(services),
    reminderJob(services, settings, poles),
    orderSourcesJob(services, settings),
    ledgerHeadJob(services, { productName: config.productName, to: config.ledgerHeadTo }),
    simulatedPoleJob(services),
    poleTests.job,
    movesJob(services),
    deletedCompaniesJob(services),
    importsJob(services, settings),
    summaryJob(services, lists),
    poleIndexJob(parts.wrongPositions, parts.siteCounts),
    backupJob(services, config, env, system),
    cleanupJob(services, sessions, activityDays),
  ];
}
