import { VERSION } from '../../platform/config/version.ts';
import { openApiDocument } from './openapi.ts';

/** The committed OpenAPI document. It makes every change to the API visible in code review. */
export const OPENAPI_FILE = new URL('../../../../../docs/openapi.json', import.meta.url);

export const openApiText = (): string =>
  `${JSON.stringify(openApiDocument('Halyard', VERSION), null, 2)}\n`;
