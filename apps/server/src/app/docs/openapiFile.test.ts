import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { OPENAPI_FILE, openApiText } from './openapiFile.ts';

test('the committed OpenAPI document matches the contract (if not: npm run openapi)', async () => {
  const isSame = (await readFile(OPENAPI_FILE, 'utf8')) === openApiText();
  // Compare only whether the two are equal. A diff of 10,000 lines would not help here; git diff
  // shows it.
  expect(isSame).toBe(true);
});
