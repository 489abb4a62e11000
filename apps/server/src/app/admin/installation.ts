import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../../platform/config/cannotStart.ts';
import type { Config } from '../../platform/config/config.ts';
import { holdFolder, prepareFolder, requireWhole } from '../../platform/config/dataFolder.ts';
import {
  type Database,
  databasePlace,
  openBeside,
  SQLITE_FILE,
} from '../../platform/database/database.ts';

/**
 * Opens the tables of an installation, beside Halyard if it runs: a running process looks into the
 * outbox and for ended sessions every five seconds, so that what is changed here reaches its live
 * connections by itself.
 * @throws CannotStart, AppError where there are none, or of another version
 */
export async function openInstallation(config: Config): Promise<Database> {
  requireUsable(config);
  if (isMissing(config)) throw new CannotStart(`there is no database in ${config.dataDir}.`);
  return openBeside(databasePlace(config), { makes: false });
}

/** As `openInstallation`; where there is nothing yet, tables are made as at a first start. */
export async function openOrMakeInstallation(config: Config): Promise<Database> {
  requireUsable(config);
  if (!isMissing(config)) return openBeside(databasePlace(config), { makes: true });
  await prepareFolder(config.dataDir);
  const release = await holdFolder(config);
  try {
    return await openBeside(databasePlace(config), { makes: true });
  } finally {
    await release();
  }
}

/** Whether there are no tables yet. PostgreSQL is asked when it is opened. */
const isMissing = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === null && !existsSync(path.join(dataDir, SQLITE_FILE));

/**
 * @throws CannotStart where a restore was cut off; and for root in a folder of somebody else's: the
 *   files that SQLite makes beside a database would be root's, and Halyard could not open them
 */
export function requireUsable({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null) return;
  requireWhole(dataDir);
  requireOwner(dataDir);
}

/** @throws CannotStart for root where the data folder is somebody else's */
export function requireOwner(dataDir: string): void {
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : 0;
  if (process.getuid?.() === 0 && owner !== 0)
    throw new CannotStart(
      `${dataDir} belongs to the user with the number ${owner}: run this as that user, not as root.`,
    );
}
