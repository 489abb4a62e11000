import { msg } from '@halyard/messages';
import type { Auth } from 'firebase-admin/auth';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Connections } from '../callers/connections.ts';
import { deviceClaims, deviceUid, keyIdOf, personClaims } from '../callers/identities.ts';
import type { SignIns } from '../callers/signIns.ts';

/** The maximum number of device accounts that one request to Google can delete or list. */
const MAX_ACCOUNTS = 1000;
/**
 * How long, in ms, a device's Google account may exist without a stored device key. After that, the
 * account is deleted.
 */
const UNSTORED_MS = 10 * 60_000;

/** Returns the email address that the device with this key uses to sign in to Google. */
export const deviceEmail = (keyId: string, authDomain: string): string =>
  `pole-${keyId}@${authDomain}`.toLowerCase();

/**
 * Lets users sign in with custom tokens, and devices with accounts (email address and password)
 * that the server creates.
 * @param authDomain the project's own domain, where nobody else can receive mail
 */
export function googleSignIns(auth: Auth, authDomain: string, log: Logger): SignIns {
  return {
    seesDevices: false,
    // The server signs the token with the service account's key, without a request to Google.
    personToken: (signedIn) =>
      auth.createCustomToken(signedIn.actor.id, { ...personClaims(signedIn) }),
    async addDevice(keyId, flagId, secret) {
      const uid = deviceUid(keyId);
      const login = { email: deviceEmail(keyId, authDomain), password: secret };
      try {
        await auth.createUser({ uid, ...login });
        await auth.setCustomUserClaims(uid, deviceClaims(flagId, keyId));
        return login;
      } catch (error) {
        log.error({ err: error }, 'The account of a device could not be created at Google');
        throw new AppError(
          'unavailable',
          msg`Couldn’t create the device’s account. Try again later.`,
          {
            cause: error,
          },
        );
      }
    },
  };
}

/**
 * Ends clients' access to Google's database, although this server cannot close their connections.
 * Once the server has removed `access/{sid}`, the rules reject all requests of that session.
 */
export function googleConnections(auth: Auth, log: Logger): Connections {
  const attempt = (work: Promise<unknown>, what: string) => {
    work.catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'auth/user-not-found') return;
      log.warn({ err: error }, `${what}; it no longer has any rights`);
    });
  };
  return {
    endSessions: () => {},
    // The browser must sign in and subscribe again within the hour for which an ID token is valid.
    endAccount: (userId) =>
      attempt(auth.revokeRefreshTokens(userId), 'A sign-in at Google could not be ended'),
    endDeviceKeys: (keyIds) =>
      attempt(deleteDevices(auth, keyIds), 'The account of a device could not be deleted'),
    // Google does not report who is connected.
    sessions: () => [],
  };
}

/**
 * Deletes the Google accounts of devices whose keys are not stored. A crash or an outage at Google
 * may leave such accounts behind.
 */
export async function sweepDevices(auth: Auth, db: Database, now: number): Promise<number> {
  const stored = await db.queries.selectFrom('device_keys').select('id').execute();
  const valid = new Set(stored.map(({ id }) => id));
  const gone: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(MAX_ACCOUNTS, pageToken);
    for (const { uid, metadata } of page.users) {
      const keyId = keyIdOf(uid);
      const isNew = Date.parse(metadata.creationTime) > now - UNSTORED_MS;
      if (keyId !== null && !valid.has(keyId) && !isNew) gone.push(keyId);
    }
    pageToken = page.pageToken;
  } while (pageToken);
  await deleteDevices(auth, gone);
  return gone.length;
}

async function deleteDevices(auth: Auth, keyIds: readonly string[]): Promise<void> {
  const uids = keyIds.map(deviceUid);
  for (let start = 0; start < uids.length; start += MAX_ACCOUNTS)
    await auth.deleteUsers(uids.slice(start, start + MAX_ACCOUNTS));
}
