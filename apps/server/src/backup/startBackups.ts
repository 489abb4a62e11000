import type { Config } from '../config.ts';
import type { Services } from '../context.ts';
import { requireDump } from './postgres.ts';
import { BackupSchedule, backupProcess } from './schedule.ts';

/**
 * Makes the daily backups, if BACKUP_DIR is set. Logs at once if pg_dump cannot make them.
 * @param env the server's settings
 * @param isLeader whether this process is the one that makes them
 * @returns a function that ends them
 */
export function startBackups(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { backups, databaseUrl, pgDump, dataDir }: Config,
  env: NodeJS.ProcessEnv,
  isLeader: () => boolean,
): () => Promise<void> {
  if (backups === null) return async () => undefined;
  const { folder, minuteOfDay } = backups;
  if (databaseUrl !== null)
    requireDump({ databaseUrl, pgDump }).catch((error: Error) =>
      log.error({ folder }, `No backups can be made. ${error.message}`),
    );
  const own = { ...env, DATA_DIR: dataDir, BACKUP_DIR: folder };
  const schedule = new BackupSchedule({
    plan: { folder, minuteOfDay },
    clock,
    log,
    isLeader,
    make: (signal) => backupProcess(own, signal),
  });
  schedule.start();
  return () => schedule.stop();
}
