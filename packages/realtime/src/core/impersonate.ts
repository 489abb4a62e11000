import type { Identity } from '../options.ts';
import { isRecord } from '../record.ts';

/**
 * Returns the identity that an administrator's connection acts as (protocol §12; firebase-admin's
 * `databaseAuthVariableOverride`). Returns the identity of any other client unchanged.
 * @param auth the value of `auth` in rules; null for an anonymous user
 */
export function impersonated(identity: Identity, auth: Record<string, unknown> | null): Identity {
  if (!identity.admin) return identity;
  const expiry = identity.expiresAt === undefined ? {} : { expiresAt: identity.expiresAt };
  if (auth === null) return { auth: null, ...expiry };
  const { uid, token } = auth;
  return {
    auth: {
      uid: typeof uid === 'string' ? uid : '',
      token: isRecord(token) ? token : auth,
      variable: auth,
    },
    ...expiry,
  };
}
