import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { messageOf } from '@halyard/messages/language';
import { AppError } from '../errors.ts';

/**
 * Encrypts stored secrets that the server must be able to read again, such as the secrets for
 * two-factor authentication.
 */
export interface SecretBox {
  /**
   * Encrypts a secret.
   * @param purpose what the secret belongs to, such as an account; needed again to decrypt the
   * secret
   */
  seal(secret: string, purpose: string): string;
  /**
   * Decrypts a secret.
   * @throws AppError `internal` if it was encrypted with a different key or for a different purpose
   */
  open(sealed: string, purpose: string): string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Returns an object that encrypts with AES-256-GCM. The key is derived from `keyText` with HKDF, so
 * `keyText` must be random and not a password (docs/accounts.md).
 */
export function createSecretBox(keyText: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', keyText, '', 'halyard stored secrets', 32));
  return {
    seal(secret, purpose) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed, 'base64url');
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(purpose)).setAuthTag(tag);
        const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch (error) {
        const text =
          'A stored secret cannot be decrypted: was secrets.key or SECRETS_KEY changed or lost?';
        throw new AppError('internal', messageOf(text), {
          cause: new Error(text, { cause: error }),
        });
      }
    },
  };
}
