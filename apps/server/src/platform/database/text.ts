import { createHash, randomBytes } from 'node:crypto';

/**
 * Returns a normalized, lowercase form of a string for unique columns that ignore case. SQLite's
 * `lower()` cannot do this, because it handles only ASCII.
 */
export function uniqueKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 16;

/**
 * Returns a new random ID of 16 characters from a-z and 0-9 (82 bits). It is valid in URLs and as a
 * key in the realtime database.
 */
export function newId(): string {
  let id = '';
  // 252 is the greatest multiple of 36 in a byte. Higher values would make some characters more
  // frequent.
  while (id.length < ID_LENGTH)
    for (const byte of randomBytes(ID_LENGTH))
      if (byte < 252 && id.length < ID_LENGTH) id += ALPHABET[byte % 36]!;
  return id;
}

/**
 * Returns a new 256-bit secret for a session token, device key, invitation or setup code. It never
 * begins with `-`, because device keys are exported as CSV, and spreadsheets treat `-` as the start
 * of a formula.
 */
export function newSecret(): string {
  const secret = randomBytes(32).toString('base64url');
  return secret.startsWith('-') ? newSecret() : secret;
}

/**
 * Returns the hash under which a secret is stored. A simple hash is enough, because nobody can
 * guess 256 random bits.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
