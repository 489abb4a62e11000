import { effectiveSettings } from '../../features/operation/settings/effective.ts';
import { readStored } from '../../features/operation/settings/stored.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  accountTable,
  createMaster,
  newPassword,
  removeSecondFactorOf,
  resetPassword,
  restoreSuspended,
  type Shell,
  suspend,
} from './accounts.ts';
import { askNewMaster, NEW_MASTER_OPTIONS } from './askNewMaster.ts';
import { type Command, checked, say, using } from './command.ts';
import { openInstallation, openOrMakeInstallation } from './installation.ts';
import { columns, firstLine } from './terminal.ts';

/** The admin commands for accounts. */
export const accountCommands = {
  'create-master': {
    operands: [],
    options: NEW_MASTER_OPTIONS,
    about:
      'Creates a master account. Prompts for anything not given as an option. In a script, pass the password as the first line of standard input.',
    async run({ config, options }) {
      const db = await openOrMakeInstallation(config);
      return using(db, async () => {
        const input = await askNewMaster(options);
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
} satisfies Record<string, Command>;

async function shellOn({ given, productName }: Config, db: Database): Promise<Shell> {
  const { mailServer } = effectiveSettings(given, await readStored(db.queries));
  return { db, mailer: mailServer.value, productName, clock: Date.now };
}
