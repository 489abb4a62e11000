import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Authenticator, CredentialRefused, type Identity } from './options.ts';
import { isRecord } from './record.ts';

/**
 * Identifies the sender of a credential: the default export of the `--auth` module. Null or
 * undefined refuses the credential.
 * @param source `wire`: from an SDK's connection; `rest`: from a request
 */
export type IdentifyUser = (
  credential: string,
  source: 'wire' | 'rest',
) => User | null | undefined | Promise<User | null | undefined>;

export interface User {
  /** `auth.uid` in rules. An administrator may have none. */
  uid?: string;
  /** `auth.token` in rules: the user's claims. */
  token?: Record<string, unknown>;
  /** Rules do not apply to an administrator's requests. */
  admin?: boolean;
  /** Milliseconds since the epoch at which the credential expires. */
  expiresAt?: number;
}

/**
 * Loads the module of `--auth`.
 * @param file relative to the working directory
 * @throws Error with a sentence for the person who started the server
 */
export async function loadAuthModule(file: string): Promise<Authenticator> {
  let identify: unknown;
  try {
    const loaded = (await import(pathToFileURL(path.resolve(file)).href)) as { default?: unknown };
    identify = loaded.default;
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Error(`The module ${file} of --auth cannot be loaded (${reason}).`);
  }
  if (typeof identify !== 'function') {
    throw new Error(`The module ${file} of --auth has no function as its default export.`);
  }
  return {
    async credential(credential, source) {
      const user = await (identify as IdentifyUser)(credential, source);
      if (user === null || user === undefined) throw new CredentialRefused('invalid_token');
      return identityOf(user);
    },
  };
}

/**
 * Converts a module's result to an identity.
 * @throws Error if the result, which may be anything, is not a valid user
 */
function identityOf(user: unknown): Identity {
  const wrong = (what: string): Error => new Error(`The module of --auth answered with ${what}`);
  if (!isRecord(user)) throw wrong('something that is not a user');
  const { uid, token = {}, admin = false, expiresAt } = user;
  if (typeof admin !== 'boolean') throw wrong('an "admin" that is not a boolean');
  if (!isRecord(token)) throw wrong('a "token" that is not an object');
  if (expiresAt !== undefined && !Number.isFinite(expiresAt)) {
    throw wrong('an "expiresAt" that is not a number');
  }
  const expiry = expiresAt === undefined ? {} : { expiresAt: expiresAt as number };
  if (uid === undefined && admin) return { auth: null, admin, ...expiry };
  if (typeof uid !== 'string' || uid === '') throw wrong('a "uid" that is not a string');
  return { auth: { uid, token }, ...(admin && { admin }), ...expiry };
}
