import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../config/cannotStart.ts';
import { newSecret } from '../database/text.ts';
import { createSecretBox, type SecretBox } from './secretBox.ts';

/**
 * The name of the key file in DATA_DIR. The file is next to the databases, but backups never
 * contain it (docs/accounts.md).
 */
export const KEY_FILE = 'secrets.key';
const MIN_LENGTH = 32;

/**
 * Returns the object that encrypts stored secrets. Its key is `SECRETS_KEY` or, without that
 * setting, the key in a file in this process's data folder. The file is created at the first start.
 * @returns null if several server processes may run and `SECRETS_KEY` is not set
 * @throws CannotStart if the file contains no key
 */
export function secretBoxOf(options: {
  secretsKey: string | null;
  dataDir: string;
  mayBeSeveral: boolean;
}): SecretBox | null {
  const { secretsKey, dataDir, mayBeSeveral } = options;
  if (secretsKey !== null) return createSecretBox(secretsKey);
  return mayBeSeveral ? null : createSecretBox(keyInFile(path.join(dataDir, KEY_FILE)));
}

function keyInFile(file: string): string {
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new CannotStart(`${file} cannot be written.`, { cause: error });
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < MIN_LENGTH)
    throw new CannotStart(`${file} has no key: restore the right file, or remove it.`);
  return key;
}
