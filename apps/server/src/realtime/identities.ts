import { createHash, timingSafeEqual } from 'node:crypto';
import type { Actor } from '@halyard/domain';
import { type Authenticator, CredentialRefused, type Identity } from '@halyard/realtime';
import type { FlagAddress } from './link.ts';

/** Rules see one shape in every mode (decisions: The realtime database). */
export interface Claims extends Record<string, unknown> {
  role: string | null;
  companyId: string | null;
  locationId: string | null;
  /** Operator staff: an employee who sees every company. */
  allCompanies: boolean;
  /** A device's flag; null for people. */
  flagId: string | null;
  /** What must stand in `access/{sid}`: a person's public session id; see `deviceClaims` for devices. */
  sid: string | null;
}

export interface SignedIn {
  sid: string;
  actor: Actor;
  /** Epoch milliseconds at which the session ends in any case. */
  expiresAt: number;
}

/** A back end's account, which may do what a person of its role may in the realtime database. */
export type ServiceHolder = Actor;

export interface IdentityParts {
  /** The session of a `Cookie` header; null where there is none that is valid. */
  session(cookieHeader: string | undefined): Promise<SignedIn | null>;
  /** The flag that a device key opens; null where the key is unknown. */
  device(key: string): Promise<(FlagAddress & { keyId: string }) | null>;
  /** A device has reported on its own node, with this key. */
  deviceReported(keyId: string): void;
  /** The service account that a secret opens; null where it is unknown. */
  service(secret: string): Promise<ServiceHolder | null>;
  /** Whether it is what other Halyard processes present. */
  isServer(credential: string): boolean;
}

/** Prefixes of the uids of devices and service accounts; no user id has them. */
const DEVICE_UID = 'device:';
const SERVICE_UID = 'service:';

export const personClaims = ({ sid, actor }: Pick<SignedIn, 'sid' | 'actor'>): Claims => ({
  role: actor.role,
  companyId: actor.companyId,
  locationId: actor.locationId,
  allCompanies: actor.allCompanies,
  flagId: null,
  sid,
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

/** Its own id is the session that the rules look for: revoked, it counts no more at once. */
const service = (holder: ServiceHolder): Identity => ({
  auth: {
    uid: `${SERVICE_UID}${holder.id}`,
    token: personClaims({ sid: holder.id, actor: holder }),
  },
});

/**
 * Who may connect as whom: browsers by their session cookie at the WebSocket upgrade, poles by
 * their device key, back ends by their service account's secret. REST never reads the cookie (design.md).
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
      const holder = await parts.service(credential);
      if (holder) return service(holder);
      throw new CredentialRefused('invalid_token');
    },
  };
}

/** Compares credentials with REALTIME_SECRET, in constant time; without one, none is right. */
export function isSecret(secret: string | null): (credential: string) => boolean {
  if (secret === null) return () => false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(secret);
  return (credential) => timingSafeEqual(digest(credential), expected);
}

/** What an identity stands on in `access/`: a person's session, a service account; null for others. */
export const sessionIdOf = (identity: Identity): string | null =>
  (identity.auth?.token as Claims | undefined)?.sid ?? null;

/** The device key's id behind an identity; null for people and strangers. */
export function deviceKeyIdOf(identity: Identity): string | null {
  return keyIdOf(identity.auth?.uid ?? '');
}

/** The service account's id behind an identity; null for everyone else. */
export function serviceIdOf(identity: Identity): string | null {
  const uid = identity.auth?.uid;
  return uid?.startsWith(SERVICE_UID) ? uid.slice(SERVICE_UID.length) : null;
}

/** The user's id behind an identity; null where it is no person's. */
export const userIdOf = (identity: Identity): string | null =>
  sessionIdOf(identity) === null || serviceIdOf(identity) !== null
    ? null
    : (identity.auth?.uid ?? null);
