import { readFile, writeFile } from 'node:fs/promises';
import { OPENAPI_FILE, openApiText } from './openapiFile.ts';

/** Writes the OpenAPI document, which is generated from the API contract. */
const before = await readFile(OPENAPI_FILE, 'utf8').catch(() => '');
const after = openApiText();
await writeFile(OPENAPI_FILE, after);
process.stdout.write(
  before === after ? 'The OpenAPI document is up to date.\n' : 'Wrote docs/openapi.json.\n',
);
