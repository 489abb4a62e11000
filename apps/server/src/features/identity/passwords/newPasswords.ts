import { readFileSync } from 'node:fs';
import { msg } from '@halyard/messages';
import { AppError } from '../../../platform/errors.ts';
import type { Client } from '../../../platform/secrets/hashing/places.ts';
import { weaknessOf } from './guessable.ts';
import { hashPassword } from './passwords.ts';

/**
 * The list of common passwords, written by `scripts/commonPasswords.mjs`. The relative URL is the
 * same from `src` and from `dist`.
 */
const FILE = new URL('../../../../common-passwords.txt', import.meta.url);

const COMMON = msg`This password is too common and easy to guess. Choose another one, such as four random words.`;
const OWN_USERNAME = msg`The password must differ from the username. Choose another one, such as four random words.`;

let common: ReadonlySet<string> | undefined;

/**
 * Hashes a password that a user has chosen, unless it is easy to guess.
 * @throws AppError `invalid` for a common password or one that resembles the account's username;
 * `busy` if too many requests are hashing passwords
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
 * Rejects passwords that attackers would guess early (`weaknessOf`). Reads the list of common
 * passwords on the first call.
 * @throws AppError `invalid`
 */
export function refuseGuessable(password: string, username: string): void {
  common ??= readCommon();
  const weakness = weaknessOf(password, username, common);
  if (weakness !== null)
    throw new AppError('invalid', weakness === 'username' ? OWN_USERNAME : COMMON);
}

function readCommon(): ReadonlySet<string> {
  const lines = readFileSync(FILE, 'utf8').split('\n');
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('# ')));
}
