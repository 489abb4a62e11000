import { Refused } from './errors.ts';
import { parseExact } from './exactJson.ts';
import { type Authenticator, CredentialRefused, type Identity } from './options.ts';
import { isRecord } from './record.ts';

const UNKNOWN =
  'With --dev this server knows the word "owner" and the unsigned tokens of the emulators (mockUserToken)';

/**
 * Accepts credentials as Firebase's emulators do, for development only. `owner` is an
 * administrator. An unsigned token (`createMockUserToken` in firebase-js-sdk) signs in as the user
 * in the token, even if the token has expired.
 */
export const devUsers: Authenticator = {
  async credential(credential) {
    if (credential === 'owner') return { auth: null, admin: true };
    return unsignedIdentity(credential);
  },
};

/**
 * Returns the identity in an unsigned token.
 * @throws CredentialRefused if the credential is not an unsigned token for a user
 */
function unsignedIdentity(credential: string): Identity {
  const [header, payload, signature, ...more] = credential.split('.');
  const algorithm = isRecord(partOf(header))
    ? (partOf(header) as { alg?: unknown }).alg
    : undefined;
  const token = partOf(payload);
  if (algorithm !== 'none' || signature !== '' || more.length > 0 || !isRecord(token)) {
    throw new CredentialRefused('invalid_token', UNKNOWN);
  }
  const uid = token.sub ?? token.user_id;
  if (typeof uid !== 'string' || uid === '') {
    throw new CredentialRefused('invalid_token', 'This unsigned token names no user in "sub"');
  }
  return { auth: { uid, token } };
}

/** Parses a part of an unsigned token. Returns undefined if the part is not JSON in base64url. */
function partOf(text: string | undefined): unknown {
  try {
    return parseExact(Buffer.from(text ?? '', 'base64url').toString());
  } catch (error) {
    if (error instanceof Refused) throw new CredentialRefused('invalid_token', error.message);
    return undefined;
  }
}
