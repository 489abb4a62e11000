import fs from 'node:fs';
import { at } from './paths.mjs';

/**
 * Settings from `.env`; what the environment says wins. Not for the demo and the tests: an operator's
 * `.env` names the real data.
 */
export function loadEnvFile() {
  const file = at('.env');
  if (!fs.existsSync(file)) return;
  try {
    fs.readFileSync(file);
  } catch (error) {
    // What Node says of it names neither the file nor the cause.
    throw new Error(`The settings in ${file} cannot be read (${error.code}).`);
  }
  process.loadEnvFile(file);
  // The server refuses names in it that are no settings.
  process.env.HALYARD_ENV_FILE = file;
}
