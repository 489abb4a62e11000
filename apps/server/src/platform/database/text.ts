import { createHash, randomBytes } from 'node:crypto';

/**
 * Normalizes text so that it can be unique regardless of case (SQLite's `lower()` handles only
 * ASCII).
 */
export function uniqueKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 16;

/**
 * Returns a new random ID of 16 characters from a-z and 0-9 (82 bits), valid in URLs and as a
 * realtime key.
 */
export function newId(): string {
  let id = '';
  // 252 is the greatest multiple of 36 that fits in a byte. Higher values would bias the choice.
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
 * Returns the hash of a secret for storage. A plain hash is enough, because 256 random bits cannot
 * be guessed.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
