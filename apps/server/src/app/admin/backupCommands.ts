import path from 'node:path';
import { exactText } from '@halyard/domain';
import { recordBackup, recordDumpRestore, recordRestore } from '../../features/activity/backups.ts';
import type { Manifest } from '../../features/operation/backup/archive/manifest.ts';
import { makeBackup } from '../../features/operation/backup/backup.ts';
import {
  lockFolder,
  newBackupFile,
  removeOld,
  storedBackups,
} from '../../features/operation/backup/folder.ts';
import { dumpPostgres, restorePostgres } from '../../features/operation/backup/postgres.ts';
import { restoreBackup } from '../../features/operation/backup/restore.ts';
import {
  type BackupPlan,
  backupPlanOf,
  effectiveSettings,
} from '../../features/operation/settings/effective.ts';
import {
  NOTHING_STORED,
  readStored,
  type StoredSettings,
} from '../../features/operation/settings/stored.ts';
import type { Config } from '../../platform/config/config.ts';
import { SQLITE_FILE } from '../../platform/database/database.ts';
import { openSqliteCopy } from '../../platform/database/engines/sqlite.ts';
import { progressLines } from '../../platform/log/progress.ts';
import { type Command, say, UsageError, using } from './command.ts';
import { openInstallation, requireOwner, requireUsable } from './installation.ts';
import { columns } from './terminal.ts';

/** The admin commands that create, list and restore backups. */
export const backupCommands = {
  backup: {
    operands: ['[FILE]'],
    about:
      'Backs up both databases to one file, even while Halyard is running. Without FILE, writes to the daily backup folder and removes expired backups. The file contains secrets.',
    async run({ config, operands: [name] }) {
      // `process.exit` calls the `exit` listeners, which also stop pg_dump.
      process.once('SIGTERM', () => process.exit(1));
      if (name !== undefined) return backUp(config, path.resolve(startFolder(), name));
      const { folder, days } = await requirePlan(config, 'FILE is missing. ');
      const release = await lockFolder(folder);
      try {
        await backUp(config, newBackupFile(folder, Date.now(), config.databaseUrl !== null));
        await removeOld(folder, days, Date.now());
      } finally {
        release();
      }
      return true;
    },
  },
  backups: {
    operands: [],
    about: 'Lists the daily backups, newest first.',
    async run({ config }) {
      const { folder } = await requirePlan(config);
      const stored = await storedBackups(folder);
      if (stored.length === 0) say(`There are no backups in ${folder}.`);
      else
        say(columns(stored.map(({ file, at, bytes }) => [exactText(at), `${bytes} bytes`, file])));
      return true;
    },
  },
  restore: {
    operands: ['FILE'],
    about: 'Restores a backup into DATA_DIR or the database at DATABASE_URL, which must be empty.',
    async run({ config, operands: [name = ''] }) {
      const file = path.resolve(startFolder(), name);
      return config.databaseUrl === null
        ? restoreFiles(config, file)
        : restoreDump(config, config.databaseUrl, file);
    },
  },
} satisfies Record<string, Command>;

/** Creates a backup and records it in the activity log. */
async function backUp(config: Config, file: string): Promise<true> {
  const createdAt = await (config.databaseUrl === null
    ? backUpFiles(config, file)
    : backUpPostgres(config, config.databaseUrl, file));
  try {
    await using(await openInstallation(config), (db) =>
      recordBackup(db, { file, createdAt }, Date.now()),
    );
  } catch (error) {
    say(
      `The backup is complete, but was not recorded in the activity log: ${(error as Error).message}`,
    );
  }
  return true;
}

/**
 * Creates a backup of an installation that uses SQLite.
 * @returns the time when the data was copied, in ISO 8601
 */
async function backUpFiles(config: Config, file: string): Promise<string> {
  requireUsable(config);
  const manifest = await makeBackup({ ...config, file, clock: Date.now });
  say(`${file} contains ${summary(manifest)}`);
  return manifest.createdAt;
}

/**
 * Creates a backup of an installation that uses PostgreSQL.
 * @returns the time when the data was copied, in ISO 8601
 */
async function backUpPostgres(
  { pgDump }: Config,
  databaseUrl: string,
  file: string,
): Promise<string> {
  const dump = await dumpPostgres({ databaseUrl, pgDump, file }, Date.now);
  const { createdAt, bytes, schemaVersion } = dump;
  say(
    `${file} contains the data from ${createdAt}: ${bytes} bytes, schema version ${schemaVersion}.`,
  );
  return createdAt;
}

async function restoreFiles(config: Config, file: string): Promise<true> {
  requireOwner(config.dataDir);
  const manifest = await restoreBackup({ ...config, file, onProgress: progressLines() });
  const { createdAt } = manifest;
  const tables = await openSqliteCopy(path.join(config.dataDir, SQLITE_FILE));
  try {
    recordRestore(tables, { file, createdAt }, Date.now());
  } finally {
    tables.close();
  }
  say(`${config.dataDir} now contains ${summary(manifest)} You can now start Halyard.`);
  return true;
}

async function restoreDump(config: Config, databaseUrl: string, file: string): Promise<true> {
  const restored = await restorePostgres({ databaseUrl, pgDump: config.pgDump, file });
  say(
    `The database now contains the data from ${file}, with schema version ${restored.schemaVersion}. You can now start Halyard.`,
  );
  try {
    await using(await openInstallation(config), (db) =>
      recordDumpRestore(db, { file, createdAt: restored.createdAt }, Date.now()),
    );
  } catch (error) {
    say(
      `The restore is complete, but was not recorded in the activity log: ${(error as Error).message}`,
    );
  }
  return true;
}

/**
 * Returns the schedule of the daily backups, from the environment variables and the masters'
 * settings.
 * @param problem the first sentence of the error message
 * @throws UsageError if daily backups are off
 */
async function requirePlan(config: Config, problem = ''): Promise<BackupPlan> {
  const plan = backupPlanOf(effectiveSettings(config.given, await findStored(config)), config);
  if (plan.isOn) return plan;
  throw new UsageError(
    `${problem}Daily backups are off. Set BACKUP_DIR, or turn on backups in the console under Settings.`,
  );
}

/**
 * Returns the settings that masters have changed, or none if the database cannot be read. In that
 * case, the backup itself fails with a clearer error.
 */
async function findStored(config: Config): Promise<StoredSettings> {
  try {
    const db = await openInstallation(config);
    try {
      return await readStored(db.queries);
    } finally {
      await db.close();
    }
  } catch {
    return NOTHING_STORED;
  }
}

/**
 * Returns the folder where the user typed the command. If npm runs the command, this is not the
 * current folder.
 */
const startFolder = () => process.env.INIT_CWD ?? process.cwd();

const summary = ({ createdAt, halyard, schemaVersion, files }: Manifest) => {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `the data from ${createdAt}: ${bytes} bytes, Halyard ${halyard}, schema version ${schemaVersion}.`;
};
