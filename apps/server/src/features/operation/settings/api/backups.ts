import type { BackupSettingsInput } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { AppError } from '../../../../platform/errors.ts';
import { BACKUPS_ASKED_FOR, chargeTry } from '../../../../platform/limits/rateLimits.ts';
import { recordActivity } from '../../../activity/record.ts';
import { type Context, requireScope } from '../../../calls/context.ts';
import type { Backups } from '../../backup/job.ts';
import { requestBackup } from '../../backup/report.ts';
import type { SystemSettings } from '../systemSettings.ts';
import { changeSettings, requireNotGiven } from './change.ts';
import { requireLeave, withStored } from './retention.ts';
import { backupState } from './view.ts';

/**
 * Turns daily backups on or off, and sets when they are made and how long they are kept.
 * @throws AppError `conflict` if an environment variable sets the value, or if old backups would be
 * deleted and the caller has not confirmed the deletion
 */
export async function setBackupSettings(
  ctx: Context,
  system: SystemSettings,
  backups: Backups,
  { isOn, time, days, mayRemove }: BackupSettingsInput,
): Promise<void> {
  await changeSettings(ctx, system, (stored, effective) => {
    const store = { backupsOn: isOn, backupTime: time, backupDays: days };
    for (const key of ['backupsOn', 'backupTime', 'backupDays'] as const)
      if (store[key] !== undefined) requireNotGiven(effective, key);
    const after = withStored(system, stored, store);
    requireLeave(['backupDays'], { before: effective, after, mayRemove });
    return { store };
  });
  backups.kick();
}

/**
 * Asks the process that makes backups to make one.
 * @throws AppError `conflict` if a backup is already in progress or backups are not possible;
 * `rate-limited`
 */
export async function backUpNow(
  ctx: Context,
  system: SystemSettings,
  backups: Backups,
): Promise<void> {
  requireScope(ctx, 'settings.manage');
  const { db, clock } = ctx;
  const { isUnderWay, report } = await backupState(ctx, system.backupPlan);
  if (isUnderWay) throw new AppError('conflict', msg`A backup is already in progress.`);
  if (report?.problem) throw new AppError('conflict', messageOf(report.problem));
  await chargeTry(db, 'backup-now', BACKUPS_ASKED_FOR, clock());
  await db.transaction(async (trx) => {
    await requestBackup(trx, clock());
    await recordActivity(trx, ctx, { kind: 'backup.requested', companyId: null, subject: null });
  });
  backups.kick();
}
