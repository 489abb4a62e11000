import { readFileSync } from 'node:fs';
import { msg } from '@halyard/messages';
import { uniqueKey } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Client } from '../../../platform/secrets/hashing/places.ts';
import { hashPassword } from './passwords.ts';

/**
 * The list that `scripts/commonPasswords.mjs` writes. The URL is the same from `src` and from
 * `dist`.
 */
const FILE = new URL('../../../../common-passwords.txt', import.meta.url);

/** Digits and punctuation at the end, as in "Password2026!", which guessing programs try first. */
const ENDING = /[^\p{L}]{1,4}$/u;

const COMMON = msg`This password is too common and easy to guess. Choose another one, such as four random words.`;
const OWN_USERNAME = msg`The password must differ from the username. Choose another one, such as four random words.`;

let common: ReadonlySet<string> | undefined;

/**
 * Hashes a password that a user has chosen, unless it is easy to guess.
 * @throws AppError `invalid` for a common password or the account's own username; `busy`
 */
export function hashNewPassword(
  password: string,
  username: string,
  client: Client,
): Promise<string> {
  refuseGuessable(password, username);
  return hashPassword(password, client);
}

/**
 * Rejects passwords that attackers guess first: common passwords and the account's username, in
 * upper or lower case, also with up to four digits or symbols at the end. Reads the list on the
 * first call.
 * @throws AppError `invalid`
 */
export function refuseGuessable(password: string, username: string): void {
  common ??= readCommon();
  const typed = uniqueKey(password);
  const name = uniqueKey(username);
  for (const guess of new Set([typed, withoutEnding(typed)])) {
    if (guess === name || guess === withoutEnding(name))
      throw new AppError('invalid', OWN_USERNAME);
    if (common.has(guess)) throw new AppError('invalid', COMMON);
  }
}

/**
 * Removes digits and symbols at the end. A text that consists only of digits and symbols stays as
 * it is.
 */
function withoutEnding(text: string): string {
  return text.replace(ENDING, '') || text;
}

function readCommon(): ReadonlySet<string> {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('# ')));
}
