import type { IncomingMessage } from 'node:http';
import type { Database } from '../core/database.ts';
import { impersonated } from '../core/impersonate.ts';
import { withTimeout } from '../core/timeout.ts';
import { Refused } from '../errors.ts';
import { parseExact } from '../exactJson.ts';
import { type Authenticator, CredentialRefused, type Identity } from '../options.ts';

/**
 * Identifies the sender of a request (protocol §15). Uses the first credential found in the
 * parameter `auth`, the parameter `access_token`, or a Bearer header. REST never reads cookies,
 * because a page on another site must not act with a user's session.
 * @throws CredentialRefused
 * @throws Refused if the credential cannot be checked
 */
export async function identify(
  { authenticate, database }: { authenticate: Authenticator; database: Database },
  req: IncomingMessage,
  params: URLSearchParams,
): Promise<Identity> {
  const bearer = /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
  const credential = params.get('auth') || params.get('access_token') || bearer;
  if (!credential) return { auth: null };
  const identity = await check(authenticate, database, credential);
  const override = params.get('auth_variable_override');
  return override === null ? identity : impersonated(identity, parseOverride(override));
}

async function check(
  authenticate: Authenticator,
  database: Database,
  credential: string,
): Promise<Identity> {
  try {
    const checked = authenticate.credential(credential, 'rest');
    return await withTimeout(checked, database.limits.authMs);
  } catch (error) {
    if (error instanceof CredentialRefused) throw error;
    database.log.error({ err: error }, 'A credential could not be checked');
    throw new Refused('unavailable', 'The credential cannot be checked at the moment');
  }
}

/**
 * Parses `auth_variable_override`, which admin SDKs in other languages send: the `auth` variable of
 * rules as JSON, or null.
 */
function parseOverride(text: string): Record<string, unknown> | null {
  try {
    const auth = parseExact(text);
    if (typeof auth === 'object' && !Array.isArray(auth))
      return auth as Record<string, unknown> | null;
  } catch (error) {
    if (error instanceof Refused) throw error;
  }
  throw new Refused('invalid_data', 'auth_variable_override must be a JSON object or null');
}
