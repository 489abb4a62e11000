import fs from 'node:fs';
import { at } from './paths.mjs';

/**
 * Settings from `.env`; what the environment says wins. Not for the demo and the tests: an operator's
 * `.env` names the real data.
 */
export function loadEnvFile() {
  const file = at('.env');
  if (fs.existsSync(file)) process.loadEnvFile(file);
}
