import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's top folder. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A path below the checkout's top folder. */
export const at = (...parts) => path.join(ROOT, ...parts);
