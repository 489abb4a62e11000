import path from 'node:path';
import { parseArgs } from 'node:util';
import { exactText } from '@halyard/domain';
import type { z } from 'zod';
import { recordBackup, recordDumpRestore, recordRestore } from '../../features/activity/backups.ts';
import { refuseGuessable } from '../../features/identity/passwords/newPasswords.ts';
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
import { type Database, SQLITE_FILE } from '../../platform/database/database.ts';
import { openSqliteCopy } from '../../platform/database/engines/sqlite.ts';
import { AppError } from '../../platform/errors.ts';
import { progressLines } from '../../platform/log/progress.ts';
import {
  accountTable,
  createMaster,
  newMaster,
  newPassword,
  removeSecondFactorOf,
  resetPassword,
  restoreSuspended,
  type Shell,
  suspend,
} from './accounts.ts';
import {
  openInstallation,
  openOrMakeInstallation,
  requireOwner,
  requireUsable,
} from './installation.ts';
import { ask, askHidden, columns, firstLine, isInteractive } from './terminal.ts';
import { verifyInstallation } from './verify.ts';

/**
 * The error for a command that was used incorrectly. The message is one sentence, which is printed
 * together with the usage.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command {
  /** The command's operands, as shown in the usage. Optional operands are in brackets. */
  operands: readonly string[];
  /**
   * The names of the command's options. Every option takes a value, except those whose names end in
   * `-stdin`.
   */
  options?: readonly string[];
  about: string;
  /**
   * Runs an admin command and prints its results to the terminal.
   * @returns false if the command found faults
   */
  run(given: Given): Promise<boolean>;
}

export interface Given {
  config: Config;
  operands: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

const say = (text: string) => process.stdout.write(`${text}\n`);

const NAMES = ['username', 'first-name', 'last-name', 'email', 'phone'] as const;

export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-master': {
    operands: [],
    options: NAMES,
    about:
      'Creates a master account. Prompts for anything not given as an option. In a script, pass the password as the first line of standard input.',
    async run({ config, options }) {
      const db = await openOrMakeInstallation(config);
      return using(db, async () => {
        const input = await newMasterFrom(options);
        await createMaster(db, input, Date.now());
        say(`The master ${input.username} can now sign in.`);
      });
    },
  },
  'reset-password': {
    operands: ['USERNAME'],
    options: ['password-stdin'],
    about:
      'Invalidates the current password, ends all sessions, revokes all API tokens, and prints a temporary password that works for one hour. With --password-stdin, the first line of standard input becomes the new password instead.',
    async run({ config, operands: [username = ''], options }) {
      const given = options['password-stdin'] ? await firstLine() : null;
      const password = given === null ? null : checked('password', newPassword, given);
      return using(await openInstallation(config), async (db) => {
        const temporary = await resetPassword(await shellOn(config, db), username, password);
        if (temporary === null)
          say(
            `${username} has a new password. All sessions have ended, and all API tokens were revoked.`,
          );
        else {
          say(`Temporary password for ${username}, valid for one hour: ${temporary}`);
          say(
            'The user must choose a new password at the next sign-in. The old password no longer works, all sessions have ended, and all API tokens were revoked.',
          );
        }
      });
    },
  },
  'remove-second-factor': {
    operands: ['USERNAME'],
    about:
      'Turns off two-factor authentication for a user who lost the second factor. The user can then sign in with only the password.',
    async run({ config, operands: [username = ''] }) {
      return using(await openInstallation(config), async (db) => {
        await removeSecondFactorOf(await shellOn(config, db), username);
        say(`${username} no longer uses two-factor authentication.`);
      });
    },
  },
  list: {
    operands: [],
    about: 'Lists all accounts.',
    async run({ config }) {
      return using(await openInstallation(config), async (db) => {
        say(columns(await accountTable(db)));
      });
    },
  },
  suspend: {
    operands: ['USERNAME'],
    about: 'Signs a user out everywhere and prevents further sign-ins.',
    async run({ config, operands: [username = ''] }) {
      return using(await openInstallation(config), async (db) => {
        await suspend(db, username, Date.now());
        say(`${username} is suspended and signed out everywhere.`);
      });
    },
  },
  'restore-account': {
    operands: ['USERNAME'],
    about: 'Lets a suspended account sign in again.',
    async run({ config, operands: [username = ''] }) {
      return using(await openInstallation(config), async (db) => {
        await restoreSuspended(db, username, Date.now());
        say(`${username} can sign in again.`);
      });
    },
  },
  verify: {
    operands: [],
    about:
      'Checks both databases and the half-staff ledger, and whether the databases match each other.',
    async run({ config }) {
      requireUsable(config);
      const findings = await verifyInstallation(config);
      for (const { about, faults } of findings) {
        say(`${faults.length === 0 ? 'ok   ' : 'FAULT'} ${about}`);
        for (const fault of faults) say(`        ${fault}`);
      }
      say(UNCHECKED);
      return findings.every(({ faults }) => faults.length === 0);
    },
  },
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
};

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
 * Creates a backup of SQLite and the realtime files.
 * @returns the time when the data was copied, in ISO 8601
 */
async function backUpFiles(config: Config, file: string): Promise<string> {
  requireUsable(config);
  const manifest = await makeBackup({ ...config, file, clock: Date.now });
  say(`${file} contains ${summary(manifest)}`);
  return manifest.createdAt;
}

/**
 * Creates a backup of PostgreSQL.
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

async function shellOn({ given, productName }: Config, db: Database): Promise<Shell> {
  const { mailServer } = effectiveSettings(given, await readStored(db.queries));
  return { db, mailer: mailServer.value, productName, clock: Date.now };
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

/** The text that `verify` prints after "ok". It says which faults `verify` cannot detect. */
const UNCHECKED = `
The activity log was not checked: unlike the entries of the half-staff ledger, its entries contain no hashes of
earlier entries, so changes made in the database cannot be detected. To find out whether the whole ledger was
rewritten, run "npm run verify-ledger" with a ledger head that you stored on another machine.`;

/**
 * Returns the folder where the user typed the command. npm runs the command in the root of the
 * checkout instead.
 */
const startFolder = () => process.env.INIT_CWD ?? process.cwd();

const summary = ({ createdAt, halyard, schemaVersion, files }: Manifest) => {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `the data from ${createdAt}: ${bytes} bytes, Halyard ${halyard}, schema version ${schemaVersion}.`;
};

async function using(db: Database, work: (db: Database) => Promise<void>): Promise<true> {
  try {
    await work(db);
  } finally {
    await db.close();
  }
  return true;
}

async function newMasterFrom(options: Given['options']): Promise<z.infer<typeof newMaster>> {
  const { shape } = newMaster;
  const one = (name: (typeof NAMES)[number], schema: z.ZodType<string>, label: string) =>
    options[name] === undefined
      ? askFor(label, `--${name}`, schema, ask)
      : checked(`--${name}`, schema, String(options[name]));
  const username = await one('username', shape.username, 'Username');
  return {
    username,
    firstName: await one('first-name', shape.firstName, 'First name'),
    lastName: await one('last-name', shape.lastName, 'Last name'),
    email: await one('email', shape.email, 'Email'),
    phone: await one('phone', shape.phone, 'Phone'),
    password: isInteractive()
      ? await askForPassword(username)
      : checked('The password on standard input', shape.password, await firstLine()),
  };
}

/**
 * Prompts for a value until the user enters a valid one.
 * @throws UsageError if there is no terminal
 */
async function askFor(
  label: string,
  option: string,
  schema: z.ZodType<string>,
  how: (label: string) => Promise<string>,
): Promise<string> {
  if (!isInteractive())
    throw new UsageError(
      `${option} is missing. Add it, or run the command in a terminal to enter it.`,
    );
  for (;;) {
    const parsed = schema.safeParse(await how(label));
    if (parsed.success) return parsed.data;
    say(parsed.error.issues[0]?.message ?? 'Invalid value. Try again.');
  }
}

/** Prompts for a password twice, until both entries match and the password is strong enough. */
async function askForPassword(username: string): Promise<string> {
  for (;;) {
    const password = await askFor('Password', 'The password', newPassword, askHidden);
    try {
      refuseGuessable(password, username);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      say(error.message);
      continue;
    }
    if ((await askHidden('Password again')) === password) return password;
    say('The passwords do not match.');
  }
}

function checked(name: string, schema: z.ZodType<string>, value: string): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${name}: ${parsed.error.issues[0]?.message}`);
}

/**
 * Parses the arguments after a command name.
 * @throws UsageError if an argument is invalid
 */
export function readArguments(
  name: string,
  command: Command,
  args: string[],
): Omit<Given, 'config'> {
  const isSwitch = (option: string) => option.endsWith('-stdin');
  const options = Object.fromEntries(
    (command.options ?? []).map((option) => [
      option,
      { type: isSwitch(option) ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const needed = command.operands.filter((operand) => !operand.startsWith('['));
    if (positionals.length < needed.length || positionals.length > command.operands.length)
      throw new UsageError(`${name} takes ${command.operands.join(' and ') || 'no arguments'}.`);
    return { operands: positionals, options: values };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message);
  }
}
