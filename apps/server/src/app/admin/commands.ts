import { accountCommands } from './accountCommands.ts';
import { backupCommands } from './backupCommands.ts';
import { type Command, say } from './command.ts';
import { requireUsable } from './installation.ts';
import { verifyInstallation } from './verify.ts';

/** All admin commands by name, in the order that the help lists them. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  ...accountCommands,
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
  ...backupCommands,
};

/** The text that `verify` prints after "ok". It says which faults `verify` cannot detect. */
const UNCHECKED = `
The activity log was not checked: unlike the entries of the half-staff ledger, its entries contain no hashes of
earlier entries, so changes made in the database cannot be detected. To find out whether the whole ledger was
rewritten, run "npm run verify-ledger" with a ledger head that you stored on another machine.`;
