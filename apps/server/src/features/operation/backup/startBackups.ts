import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../platform/config/config.ts';
import type { Services } from '../../calls/context.ts';
import type { SystemSettings } from '../settings/inEffect.ts';
import { requireDump } from './postgres.ts';
import { backupDesk } from './report.ts';
import { BackupSchedule, backupProcess } from './schedule.ts';

/** The backups of this process, as what changes their settings needs them. */
export interface Backups {
  /** Looks at once for what is to be done. */
  kick(): void;
}

/**
 * Makes the daily backups and those that masters ask for. Logs at once if pg_dump cannot make the daily ones.
 * @param env the server's settings
 * @param isLeader whether this process is the one that makes them
 */
export function startBackups(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  { databaseUrl, pgDump, dataDir }: Config,
  env: NodeJS.ProcessEnv,
  system: Pick<SystemSettings, 'backupPlan'>,
  isLeader: () => boolean,
): Backups & { stop(): Promise<void> } {
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
      (problem) => problem && log.error({ folder }, `No backups can be made. ${problem}`),
    );
  const schedule = new BackupSchedule({
    plan: () => system.backupPlan,
    clock,
    log,
    isLeader,
    desk: backupDesk(db),
    check,
    async make(plan, signal) {
      // Processes that serve the API alone do not have the data folder yet.
      if (path.dirname(plan.folder) === dataDir)
        await mkdir(dataDir, { recursive: true, mode: 0o700 });
      const own = {
        ...env,
        DATA_DIR: dataDir,
        BACKUP_DIR: plan.folder,
        BACKUP_DAYS: String(plan.days),
      };
      await backupProcess(own, signal);
    },
  });
  schedule.start();
  return { kick: () => schedule.kick(), stop: () => schedule.stop() };
}
