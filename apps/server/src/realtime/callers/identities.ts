import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor, TokenScope } from '@halyard/domain';
import { type Authenticator, CredentialRefused, type Identity } from '@halyard/realtime';
import { hashSecret } from '../../platform/database/text.ts';
import type { FlagAddress } from '../tree/flagAddress.ts';

/**
 * The claims that rules see as `auth.token`, the same in every mode (decisions, "The realtime
 * database").
 */
export interface Claims extends Record<string, unknown> {
  role: string | null;
  companyId: string | null;
  locationId: string | null;
  /** Whether the user is operator staff: an employee who sees every company. */
  allCompanies: boolean;
  /** The flag of a device; null for users. */
  flagId: string | null;
  /** The key in `access/{sid}`: the ID of a user's session or of a token; see `deviceClaims`. */
  sid: string | null;
  /** The scope of the API token used to sign in; null for devices and for users of the console. */
  scope: TokenScope | null;
}

export interface SignedIn {
  sid: string;
  actor: Actor;
  /** When the session ends at the latest, in epoch milliseconds. */
  expiresAt: number;
}

/** The holder of an API token: the user who owns it, or a service account. */
export interface TokenHolder {
  /** The token's id. */
  id: string;
  actor: Actor;
  scope: TokenScope;
  /** When the token expires, in epoch milliseconds; null if it is valid until it is revoked. */
  expiresAt: number | null;
}

export interface IdentityParts {
  /** Returns the session in a `Cookie` header; null if there is no valid one. */
  session(cookieHeader: string | undefined): Promise<SignedIn | null>;
  /** Returns the flag that a device key belongs to; null if the key is unknown. */
  device(key: string): Promise<(FlagAddress & { keyId: string }) | null>;
  /** Records that a device has written a report to its own node with this key. */
  deviceReported(keyId: string): void;
  /** Returns the holder of the API token with this secret; null if the token is invalid. */
  token(secret: string): Promise<TokenHolder | null>;
  /** Whether this is the credential that other Halyard processes use. */
  isServer(credential: string): boolean;
}

/** Prefixes of the UIDs of devices and service accounts. User IDs never begin with them. */
const DEVICE_UID = 'device:';
const SERVICE_UID = 'service:';

/** Returns the UID of a service account, which is also its ID as an actor. */
export const serviceUid = (tokenId: string): string => `${SERVICE_UID}${tokenId}`;

/** Returns the token ID in a UID created by `serviceUid`; null for any other UID. */
export const serviceIdIn = (uid: string): string | null =>
  uid.startsWith(SERVICE_UID) ? uid.slice(SERVICE_UID.length) : null;

/** @param scope the scope of the API token used to sign in; null if there is none */
export const personClaims = (
  { sid, actor }: Pick<SignedIn, 'sid' | 'actor'>,
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
 * @param sid with Firebase, the ID of the device key, which the rules look up in `access/{sid}`,
 * because Firebase's tokens stay valid for up to an hour after a key is revoked. Null for our own
 * database, where the connections of a revoked key end immediately.
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

/** Returns the UID of a device that signs in with this key. */
export const deviceUid = (keyId: string): string => `${DEVICE_UID}${keyId}`;

/** Returns the device key ID in a UID; null if it is not a device's UID. */
export const keyIdOf = (uid: string): string | null =>
  uid.startsWith(DEVICE_UID) ? uid.slice(DEVICE_UID.length) : null;

const person = (signedIn: SignedIn): Identity => ({
  auth: { uid: signedIn.actor.id, token: personClaims(signedIn) },
  expiresAt: signedIn.expiresAt,
});

const device = (flagId: string, keyId: string): Identity => ({
  auth: { uid: deviceUid(keyId), token: deviceClaims(flagId, null) },
});

/**
 * Returns the identity of a token. The access rules use the token's ID as the session ID, so
 * revoking the token takes effect immediately.
 */
const tokenIdentity = ({ id, actor, scope, expiresAt }: TokenHolder): Identity => ({
  auth: { uid: actor.id, token: personClaims({ sid: id, actor }, scope) },
  ...(expiresAt !== null && { expiresAt }),
});

/**
 * Determines the identity of each connection: browsers by their session cookie at the WebSocket
 * upgrade, poles by their device key, and programs by their API token. REST never reads the cookie
 * (decision 16).
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

/** Thrown for an unknown credential. Contains only the credential's hash and length. */
export class UnknownCredential extends CredentialRefused {
  /** The credential's hash, in the form used in `device_keys`. */
  readonly hash: string;
  /** The credential's length in characters. */
  readonly length: number;
  constructor(credential: string) {
    super('invalid_token');
    this.hash = hashSecret(credential);
    this.length = credential.length;
  }
}

/**
 * Returns a function that compares credentials with REALTIME_SECRET in constant time. If there is
 * no secret, it refuses all credentials.
 */
export function isSecret(secret: string | null): (credential: string) => boolean {
  if (secret === null) return () => false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (credential) => timingSafeEqual(digest(credential), expected);
}

/**
 * Returns the ID under which an identity's session or token is in `access/`; null if it has
 * neither.
 */
export const sessionIdOf = (identity: Identity): string | null =>
  (identity.auth?.token as Claims | undefined)?.sid ?? null;

/** Returns an identity's device key ID; null for users and unauthenticated clients. */
export function deviceKeyIdOf(identity: Identity): string | null {
  return keyIdOf(identity.auth?.uid ?? '');
}

/** Whether the identity signed in with an API token, either a user's or a service account's. */
export const isToken = (identity: Identity): boolean =>
  ((identity.auth?.token as Claims | undefined)?.scope ?? null) !== null;

/** Returns an identity's user ID; null if it is not a user. */
export function userIdOf(identity: Identity): string | null {
  const uid = identity.auth?.uid ?? null;
  const isPerson = uid !== null && sessionIdOf(identity) !== null && serviceIdIn(uid) === null;
  return isPerson ? uid : null;
}
