import { readFile, writeFile } from 'node:fs/promises';
import { RULES_FILE, rulesText } from './rules.ts';

/**
 * Writes the security rules, which are generated from the policy and the definition of live state.
 */
const before = await readFile(RULES_FILE, 'utf8');
const after = rulesText();
await writeFile(RULES_FILE, after);
process.stdout.write(
  before === after ? 'The rules are up to date.\n' : 'Wrote apps/server/database.rules.json.\n',
);
