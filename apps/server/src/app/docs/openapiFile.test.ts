import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { OPENAPI_FILE, openApiText } from './openapiFile.ts';

test('the committed OpenAPI document is that of the contract: run npm run openapi', async () => {
  const isSame = (await readFile(OPENAPI_FILE, 'utf8')) === openApiText();
  // A difference of 10,000 lines helps nobody; git diff shows it.
  expect(isSame).toBe(true);
});
