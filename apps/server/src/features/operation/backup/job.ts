import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../platform/config/config.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../calls/context.ts';
import type { SystemSettings } from '../settings/systemSettings.ts';
import { requireDump } from './postgres.ts';
import { backupDesk } from './report.ts';
import { BackupSchedule, backupProcess } from './schedule.ts';

/** Lets the rest of the server control the backup job. */
export interface Backups {
  /** Makes the backup job check immediately whether a backup is due. */
  kick(): void;
}

/**
 * Returns the job that makes daily backups and the backups that masters ask for. When it starts, it
 * logs an error if pg_dump cannot make backups.
 * @param env the environment variables of the server
 */
export const backupJob = (
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { databaseUrl, pgDump, dataDir }: Config,
  env: NodeJS.ProcessEnv,
  system: Pick<SystemSettings, 'backupPlan' | 'refresh'>,
): Job => ({
  name: 'backups',
  where: 'holder',
  everyMs: 10_000,
  begin({ db, signal }) {
    const check = async () => {
      if (databaseUrl === null) return null;
      try {
        await requireDump({ databaseUrl, pgDump });
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    };
    const { isOn, folder } = system.backupPlan;
    if (isOn)
      void check().then(
        (problem) => problem && log.error({ folder }, `Backups cannot be created. ${problem}`),
      );
    const schedule = new BackupSchedule({
      async plan() {
        // Another process may have just changed the backup settings.
        await system.refresh();
        return system.backupPlan;
      },
      clock,
      log,
      signal,
      desk: backupDesk(db),
      check,
      async make(plan, stopping) {
        // The data folder of a process that serves only the API may not exist yet.
        if (path.dirname(plan.folder) === dataDir)
          await mkdir(dataDir, { recursive: true, mode: 0o700 });
        const own = {
          ...env,
          DATA_DIR: dataDir,
          BACKUP_DIR: plan.folder,
          BACKUP_DAYS: String(plan.days),
        };
        await backupProcess(own, stopping);
      },
    });
    return { round: () => schedule.round() };
  },
});
