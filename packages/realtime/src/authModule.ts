import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Authenticator, CredentialRefused, type Identity } from './options.ts';
import { isRecord } from './record.ts';

/**
 * The default export of an `--auth` module. Returns the user to whom a credential belongs; if it
 * returns null or undefined, the credential is rejected.
 * @param source `wire` for an SDK's connection, `rest` for a REST request
 */
export type IdentifyUser = (
  credential: string,
  source: 'wire' | 'rest',
) => User | null | undefined | Promise<User | null | undefined>;

export interface User {
  /** The value of `auth.uid` in security rules. Optional for an administrator. */
  uid?: string;
  /** The value of `auth.token` in security rules: the user's claims. */
  token?: Record<string, unknown>;
  /** Whether the user is an administrator, to whom rules do not apply. */
  admin?: boolean;
  /** The time when the user's credential expires, in milliseconds since the epoch. */
  expiresAt?: number;
}

/**
 * Loads the module specified with `--auth`.
 * @param file a path relative to the working directory
 * @throws Error with a one-sentence message for the person who started the server
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
 * Converts the result of an `--auth` module to an identity.
 * @throws Error if the result is not a valid user
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
