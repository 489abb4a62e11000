import { localTimeZone, type SystemSettings as SystemSettingsView } from '@halyard/domain';
import { type Context, requireScope } from '../../../calls/context.ts';
import { findReport, isRequested } from '../../backup/report.ts';
import { lastDue, nextDue } from '../../backup/schedule.ts';
import type { BackupPlan } from '../effective.ts';
import { openPassword } from '../stored.ts';
import type { SystemSettings } from '../systemSettings.ts';

/** The time in ms after which a backup that was reported as running counts as interrupted. */
const CUT_OFF_MS = 6 * 60 * 60_000;

/**
 * Returns the settings in effect, the source of each setting, and the state of backups. Never
 * returns the mail password.
 */
export async function getSystemSettings(
  ctx: Context,
  system: SystemSettings,
): Promise<SystemSettingsView> {
  requireScope(ctx, 'settings.manage');
  await system.refresh();
  const { effective, backupPlan, parts } = system;
  return {
    mail: {
      server: effective.mailServer,
      from: effective.mailFrom,
      password: passwordState(system),
      canStorePassword: parts.secrets !== null,
      isShown: parts.fallback !== null,
    },
    retention: { historyDays: effective.historyDays, activityDays: effective.activityDays },
    backups: {
      isOn: effective.backupsOn,
      time: effective.backupTime,
      days: effective.backupDays,
      ...(await backupState(ctx, backupPlan)),
    },
  };
}

function passwordState({ effective, parts, stored }: SystemSettings) {
  const { value: server, source } = effective.mailServer;
  if (server?.user == null) return 'none';
  if (source === 'environment') return 'set';
  const password = openPassword(parts.secrets, stored.mail?.password ?? null);
  if (password === undefined) return 'unreadable';
  return password === null ? 'none' : 'set';
}

/** Returns the state of backups, and when the next one is due. */
export async function backupState(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  plan: BackupPlan,
): Promise<Pick<SystemSettingsView['backups'], 'timeZone' | 'nextAt' | 'isUnderWay' | 'report'>> {
  const now = clock();
  const report = await findReport(db.queries);
  const { runningSince = null, last = null, failure = null } = report ?? {};
  const isRunning = runningSince !== null && now - runningSince < CUT_OFF_MS;
  const isMissed = last === null || last.at < lastDue(plan.minuteOfDay, now);
  const nextAt = isMissed ? Math.max(now, failure?.retryAt ?? 0) : nextDue(plan.minuteOfDay, now);
  return {
    timeZone: localTimeZone(),
    nextAt: plan.isOn ? nextAt : null,
    isUnderWay: isRunning || (await isRequested(db.queries, now)),
    report,
  };
}
