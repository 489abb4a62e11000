import { deleteApp } from 'firebase-admin/app';
import { getDatabase } from 'firebase-admin/database';
import { readFirebaseSettings } from '../../platform/config/firebaseSettings.ts';
import { deletePasswords } from './deletePasswords.ts';
import { openProject } from './project.ts';

const USAGE = `Usage: npm run firebase:delete-passwords [-- --yes]

Finds the passwords that an older product stored in users/{id}/profile/password of the Firebase
project that the FIREBASE_ settings name. Without --yes it lists where they are and changes nothing;
with --yes, it deletes them. It can be interrupted and run again.`;

const args = process.argv.slice(2);
const doIt = args.includes('--yes');
const say = (text: string) => process.stdout.write(`${text}\n`);

if (args.some((arg) => arg !== '--yes')) {
  say(USAGE);
  process.exit(args.includes('--help') ? 0 : 1);
}
const read = readFirebaseSettings(process.env);
if ('fault' in read) {
  process.stderr.write(`${read.fault}\n`);
  process.exit(1);
}
const app = openProject(read.settings);
try {
  const count = await deletePasswords(getDatabase(app), { doIt, onFound: say });
  const passwords = count === 1 ? '1 password' : `${count} passwords`;
  if (doIt) say(`Deleted ${passwords}.`);
  else if (count === 0) say('No passwords are stored.');
  else say(`Found ${passwords}. Nothing was changed: add -- --yes to delete them.`);
} catch (error) {
  process.stderr.write(`Not all passwords were checked: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await deleteApp(app);
}
