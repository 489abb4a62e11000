import type { Identity } from '../options.ts';
import { isRecord } from '../record.ts';

/**
 * Returns the identity that an administrator asked to act as (for null, an anonymous user; protocol
 * §12). Returns any other identity unchanged.
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
