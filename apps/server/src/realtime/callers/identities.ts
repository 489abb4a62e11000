import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor, TokenScope } from '@halyard/domain';
import { type Authenticator, CredentialRefused, type Identity } from '@halyard/realtime';
import { hashSecret } from '../../platform/database/text.ts';
import type { FlagAddress } from '../tree/flagAddress.ts';

/**
 * A client's claims, which the security rules read as `auth.token`. They are the same for every
 * kind of realtime database (decisions, "The realtime database").
 */
export interface Claims extends Record<string, unknown> {
  role: string | null;
  companyId: string | null;
  locationId: string | null;
  /** Whether the user works for the operator and can see every company. */
  allCompanies: boolean;
  /** The flag ID of a device. Null for users. */
  flagId: string | null;
  /**
   * The key of the client's entry in `access/`: the ID of a session, an API token or, with
   * Firebase, a device key.
   */
  sid: string | null;
  /** The scope of the client's API token. Null for devices and for users of the console. */
  scope: TokenScope | null;
}

/** The user of a session, and when the session ends. */
export interface SessionHolder {
  sid: string;
  actor: Actor;
  /** The time when a session ends even if the user is still active, in epoch milliseconds. */
  expiresAt: number;
}

/** The owner of an API token: a user or a service account. */
export interface TokenHolder {
  id: string;
  actor: Actor;
  scope: TokenScope;
  /**
   * The time when the API token expires, in epoch milliseconds. Null if it is valid until it is
   * revoked.
   */
  expiresAt: number | null;
}

export interface IdentityParts {
  /** Returns the session in a `Cookie` header. Null if there is no valid session. */
  session(cookieHeader: string | undefined): Promise<SessionHolder | null>;
  /** Returns the flag that a device key belongs to. Null if the key is unknown. */
  device(key: string): Promise<(FlagAddress & { keyId: string }) | null>;
  /** Records that a device has used its device key to write a report for its own flag. */
  deviceReported(keyId: string): void;
  /** Returns the owner of the API token with the given secret. Null if the token is invalid. */
  token(secret: string): Promise<TokenHolder | null>;
  /** Whether a secret is the one that other Halyard processes sign in with. */
  isServer(credential: string): boolean;
}

/** The prefixes of the UIDs of devices and service accounts. User IDs never begin with them. */
const DEVICE_UID = 'device:';
const SERVICE_UID = 'service:';

/**
 * Returns the UID of a service account. Commands and log entries also identify the account by this
 * UID.
 */
export const serviceUid = (tokenId: string): string => `${SERVICE_UID}${tokenId}`;

/** Returns the token ID in a UID from `serviceUid`. Null for any other UID. */
export const serviceIdIn = (uid: string): string | null =>
  uid.startsWith(SERVICE_UID) ? uid.slice(SERVICE_UID.length) : null;

/**
 * Returns a user's claims, which the security rules check.
 * @param scope the scope of the API token; null if the user signed in with a session
 */
export const personClaims = (
  { sid, actor }: Pick<SessionHolder, 'sid' | 'actor'>,
  scope: TokenScope | null = null,
): Claims => ({
  role: actor.role,
  companyId: actor.companyId,
  locationId: actor.locationId,
  allCompanies: actor.allCompanies,
  flagId: null,
  sid,
  scope,
});

/**
 * Returns a device's claims, which the security rules check.
 * @param sid with Firebase, the ID of the device key, so that the rules can reject a revoked key;
 * null for our own database
 */
export const deviceClaims = (flagId: string, sid: string | null): Claims => ({
  role: null,
  companyId: null,
  locationId: null,
  allCompanies: false,
  flagId,
  sid,
  scope: null,
});

/** Returns the UID of the device that signs in with the given key. */
export const deviceUid = (keyId: string): string => `${DEVICE_UID}${keyId}`;

/** Returns the ID of the device key in a UID. Null if the UID does not belong to a device. */
export const keyIdOf = (uid: string): string | null =>
  uid.startsWith(DEVICE_UID) ? uid.slice(DEVICE_UID.length) : null;

const person = (signedIn: SessionHolder): Identity => ({
  auth: { uid: signedIn.actor.id, token: personClaims(signedIn) },
  expiresAt: signedIn.expiresAt,
});

const device = (flagId: string, keyId: string): Identity => ({
  auth: { uid: deviceUid(keyId), token: deviceClaims(flagId, null) },
});

/**
 * Returns the identity of a client that signed in with an API token. The security rules use the
 * token's ID as the session ID, so revoking the token takes effect immediately.
 */
const tokenIdentity = ({ id, actor, scope, expiresAt }: TokenHolder): Identity => ({
  auth: { uid: actor.id, token: personClaims({ sid: id, actor }, scope) },
  ...(expiresAt !== null && { expiresAt }),
});

/**
 * Finds out which user or device opened each connection. A browser sends its session cookie when it
 * opens the WebSocket. A pole sends its device key, and a program its API token. The REST API never
 * reads the cookie (decision 16).
 */
export function authenticator(parts: IdentityParts): Authenticator {
  return {
    async upgrade(request) {
      const signedIn = await parts.session(request.headers.cookie);
      return signedIn && person(signedIn);
    },
    async credential(credential) {
      if (parts.isServer(credential)) return { auth: null, admin: true };
      const found = await parts.device(credential);
      if (found) return device(found.flagId, found.keyId);
      const holder = await parts.token(credential);
      if (holder) return tokenIdentity(holder);
      throw new UnknownCredential(credential);
    },
  };
}

/**
 * The error for an unknown device key or API token. It contains only the hash and the length of
 * what the client sent.
 */
export class UnknownCredential extends CredentialRefused {
  /** The hash of the unknown device key or API token, as `device_keys` would store it. */
  readonly hash: string;
  /** The number of characters in the unknown device key or API token. */
  readonly length: number;
  constructor(credential: string) {
    super('invalid_token');
    this.hash = hashSecret(credential);
    this.length = credential.length;
  }
}

/**
 * Returns a function that checks in constant time whether a client's secret is REALTIME_SECRET. If
 * REALTIME_SECRET is not set, the function rejects every secret.
 */
export function isSecret(secret: string | null): (credential: string) => boolean {
  if (secret === null) return () => false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (credential) => timingSafeEqual(digest(credential), expected);
}

/** Returns the key of an identity's entry in `access/`. Null if the identity has no entry. */
export const sessionIdOf = (identity: Identity): string | null =>
  (identity.auth?.token as Claims | undefined)?.sid ?? null;

/** Returns the ID of the device key of an identity. Null for users and unauthenticated clients. */
export function deviceKeyIdOf(identity: Identity): string | null {
  return keyIdOf(identity.auth?.uid ?? '');
}

/** Whether the identity signed in with the API token of a user or a service account. */
export const isToken = (identity: Identity): boolean =>
  ((identity.auth?.token as Claims | undefined)?.scope ?? null) !== null;

/** Returns the user ID of an identity. Null if it is not a user. */
export function userIdOf(identity: Identity): string | null {
  const uid = identity.auth?.uid ?? null;
  const isPerson = uid !== null && sessionIdOf(identity) !== null && serviceIdIn(uid) === null;
  return isPerson ? uid : null;
}
