import type { Identity } from '../options.ts';
import { isRecord } from '../record.ts';

/**
 * An administrator who asks to be judged as someone else, or with null as no one (protocol §12);
 * anyone else stays who they are.
 * @param auth what `auth` is in rules, with all its fields (`databaseAuthVariableOverride` of firebase-admin)
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
