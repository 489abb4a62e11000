import { readFile, writeFile } from 'node:fs/promises';
import { RULES_FILE, withFieldRules } from './fieldRules.ts';

/** Brings the field checks of the security rules in line with the declaration of live state. */
const before = await readFile(RULES_FILE, 'utf8');
const after = withFieldRules(before);
await writeFile(RULES_FILE, after);
process.stdout.write(
  before === after ? 'The rules are up to date.\n' : 'Wrote apps/server/database.rules.json.\n',
);
