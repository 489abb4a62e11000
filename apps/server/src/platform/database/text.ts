import { createHash, randomBytes } from 'node:crypto';

/** The form in which text is unique without regard to case (SQLite's `lower()` knows ASCII alone). */
export function uniqueKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 16;

/** A new random id: 16 of a-z and 0-9 (82 bits), valid in URLs and as a realtime key. */
export function newId(): string {
  let id = '';
  // 252 is the greatest multiple of 36 in a byte: above it the choice would be uneven.
  while (id.length < ID_LENGTH)
    for (const byte of randomBytes(ID_LENGTH))
      if (byte < 252 && id.length < ID_LENGTH) id += ALPHABET[byte % 36]!;
  return id;
}

/**
 * A new secret of 256 bits: session token, device key, invitation or set-up code. It never begins
 * with `-`, which a spreadsheet takes for a formula: device keys leave as CSV.
 */
export function newSecret(): string {
  const secret = randomBytes(32).toString('base64url');
  return secret.startsWith('-') ? newSecret() : secret;
}

/** What is stored of a secret. A plain hash suffices: 256 random bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
