import type { Identity } from '../options.ts';
import { isRecord } from '../record.ts';

/**
 * If an administrator asked to act as another user, returns that user's identity (for null, an
 * anonymous one; protocol §12). The identity of anyone else is returned unchanged.
 * @param auth the value of `auth` in rules, with all its fields (`databaseAuthVariableOverride` in
 * firebase-admin)
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
