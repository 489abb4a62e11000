import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the checkout. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Returns a path below the root folder of the checkout. */
export const at = (...parts) => path.join(ROOT, ...parts);
