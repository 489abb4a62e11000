import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor, TokenScope } from '@halyard/domain';
import { type Authenticator, CredentialRefused, type Identity } from '@halyard/realtime';
import { hashSecret } from '../../platform/database/text.ts';
import type { FlagAddress } from '../tree/flagAddress.ts';

/** Rules see one shape in every mode (decisions, "The realtime database"). */
export interface Claims extends Record<string, unknown> {
  role: string | null;
  companyId: string | null;
  locationId: string | null;
  /** Operator staff: an employee who sees every company. */
  allCompanies: boolean;
  /** A device's flag; null for people. */
  flagId: string | null;
  /** What must stand in `access/{sid}`: the public id of a person's session, or a token's; see `deviceClaims`. */
  sid: string | null;
  /** Of the API token that signed in; null for people at the console, and devices. */
  scope: TokenScope | null;
}

export interface SignedIn {
  sid: string;
  actor: Actor;
  /** Epoch milliseconds at which the session ends in any case. */
  expiresAt: number;
}

/** Whom an API token stands for: the person whose own it is, or a service account itself. */
export interface TokenHolder {
  /** The token's. */
  id: string;
  actor: Actor;
  scope: TokenScope;
  /** Epoch milliseconds; null: until it is revoked. */
  expiresAt: number | null;
}

export interface IdentityParts {
  /** The session of a `Cookie` header; null where there is none that is valid. */
  session(cookieHeader: string | undefined): Promise<SignedIn | null>;
  /** The flag that a device key opens; null where the key is unknown. */
  device(key: string): Promise<(FlagAddress & { keyId: string }) | null>;
  /** A device has reported on its own node, with this key. */
  deviceReported(keyId: string): void;
  /** Whom the API token with this secret stands for; null where it is none that holds. */
  token(secret: string): Promise<TokenHolder | null>;
  /** Whether it is what other Halyard processes present. */
  isServer(credential: string): boolean;
}

/** Prefixes of the uids of devices and service accounts; no user id has them. */
const DEVICE_UID = 'device:';
const SERVICE_UID = 'service:';

/** The uid of a service account; also its id as an actor. */
export const serviceUid = (tokenId: string): string => `${SERVICE_UID}${tokenId}`;

/** The token's id in what `serviceUid` made; null for everyone else's id. */
export const serviceIdIn = (uid: string): string | null =>
  uid.startsWith(SERVICE_UID) ? uid.slice(SERVICE_UID.length) : null;

/** @param scope of the API token that signs in in the actor's name */
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
 * @param sid with Firebase, whose tokens outlive a revoked key by up to an hour: the key's id, which
 * the rules look for in `access/{sid}`. Null here, where a revoked key's connections end at once.
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

/** The uid of a device that signs in with this key. */
export const deviceUid = (keyId: string): string => `${DEVICE_UID}${keyId}`;

/** The device key's id behind a uid; null where it is no device's. */
export const keyIdOf = (uid: string): string | null =>
  uid.startsWith(DEVICE_UID) ? uid.slice(DEVICE_UID.length) : null;

const person = (signedIn: SignedIn): Identity => ({
  auth: { uid: signedIn.actor.id, token: personClaims(signedIn) },
  expiresAt: signedIn.expiresAt,
});

const device = (flagId: string, keyId: string): Identity => ({
  auth: { uid: deviceUid(keyId), token: deviceClaims(flagId, null) },
});

/** Its id is the session that the rules look for: revoked, it counts no more at once. */
const tokenIdentity = ({ id, actor, scope, expiresAt }: TokenHolder): Identity => ({
  auth: { uid: actor.id, token: personClaims({ sid: id, actor }, scope) },
  ...(expiresAt !== null && { expiresAt }),
});

/**
 * Who may connect as whom: browsers by their session cookie at the WebSocket upgrade, poles by
 * their device key, programs by their API token. REST never reads the cookie (decision 16).
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

/** A credential that nobody has; the credential itself goes no further. */
export class UnknownCredential extends CredentialRefused {
  /** As `device_keys` stores keys. */
  readonly hash: string;
  /** In characters. */
  readonly length: number;
  constructor(credential: string) {
    super('invalid_token');
    this.hash = hashSecret(credential);
    this.length = credential.length;
  }
}

/** Compares credentials with REALTIME_SECRET, in constant time; without one, none is right. */
export function isSecret(secret: string | null): (credential: string) => boolean {
  if (secret === null) return () => false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (credential) => timingSafeEqual(digest(credential), expected);
}

/** What an identity stands on in `access/`: a person's session, a token; null for others. */
export const sessionIdOf = (identity: Identity): string | null =>
  (identity.auth?.token as Claims | undefined)?.sid ?? null;

/** The device key's id behind an identity; null for people and strangers. */
export function deviceKeyIdOf(identity: Identity): string | null {
  return keyIdOf(identity.auth?.uid ?? '');
}

/** Whether an API token opened it: a person's own, or a service account. */
export const isToken = (identity: Identity): boolean =>
  ((identity.auth?.token as Claims | undefined)?.scope ?? null) !== null;

/** The user's id behind an identity; null where it is no person's. */
export function userIdOf(identity: Identity): string | null {
  const uid = identity.auth?.uid ?? null;
  const isPerson = uid !== null && sessionIdOf(identity) !== null && serviceIdIn(uid) === null;
  return isPerson ? uid : null;
}
