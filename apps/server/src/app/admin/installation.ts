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
 * Opens an installation's database for an admin command, even while Halyard is running. Halyard
 * notices the command's changes within five seconds, and then also updates live connections.
 * @throws CannotStart if there are no tables; AppError if they belong to a different version
 */
export async function openInstallation(config: Config): Promise<Database> {
  requireUsable(config);
  if (isMissing(config)) throw new CannotStart(`there is no database in ${config.dataDir}.`);
  return openBeside(databasePlace(config), { makes: false });
}

/**
 * Opens the database of an installation for an admin command. Creates missing tables, like the
 * first start of the server.
 */
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

/**
 * Whether the SQLite database does not exist yet. Always false for PostgreSQL, where the tables can
 * be checked only after connecting.
 */
const isMissing = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl === null && !existsSync(path.join(dataDir, SQLITE_FILE));

/**
 * Checks that the operator can use the data folder.
 * @throws CannotStart if a restore was interrupted, or if root uses another user's folder, because
 *   SQLite would create files there that only root could open
 */
export function requireUsable({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null) return;
  requireWhole(dataDir);
  requireOwner(dataDir);
}

/**
 * Checks that root is not using a data folder that belongs to another user.
 * @throws CannotStart if it is
 */
export function requireOwner(dataDir: string): void {
  const owner = existsSync(dataDir) ? statSync(dataDir).uid : 0;
  if (process.getuid?.() === 0 && owner !== 0)
    throw new CannotStart(
      `${dataDir} belongs to user ID ${owner}: run this as that user, not as root.`,
    );
}
