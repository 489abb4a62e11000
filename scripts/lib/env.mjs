import fs from 'node:fs';
import { at } from './paths.mjs';

/**
 * Loads settings from `.env`. Variables that are already set take precedence. Do not use it for the
 * demo or the tests, because an operator's `.env` points to real data.
 */
export function loadEnvFile() {
  const file = at('.env');
  if (!fs.existsSync(file)) return;
  try {
    fs.readFileSync(file);
  } catch (error) {
    // Node's own error mentions neither the file nor the cause.
    throw new Error(`The settings in ${file} cannot be read (${error.code}).`);
  }
  process.loadEnvFile(file);
  // The server rejects names in the file that are not settings.
  process.env.HALYARD_ENV_FILE = file;
}
