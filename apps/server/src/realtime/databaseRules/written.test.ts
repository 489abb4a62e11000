import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { RULES_FILE, rulesText } from './rules.ts';

test('the committed rules match the policy (if this fails, run: npm run rules)', async () => {
  expect(await readFile(RULES_FILE, 'utf8')).toBe(rulesText());
});
