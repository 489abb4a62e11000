import { CredentialRefused, type RefusedRequest } from '@halyard/realtime';
import { addressKey } from '../../../platform/limits/addressKeys.ts';
import { deviceKeyIdOf, UnknownCredential } from '../../../realtime/callers/identities.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';

/** The kinds of credentials that a device can send: a device key, an unknown key, or nothing. */
export type Brought =
  | { kind: 'key'; keyId: string }
  | { kind: 'unknown'; hash: string; length: number }
  | { kind: 'nothing' };

/** What the server knows about a rejected request from a device. */
export interface Sighting {
  brought: Brought;
  /**
   * The problem with the request: an invalid key, no access to the path, invalid or too much data,
   * too many requests, or a wrong clock.
   */
  problem: 'credential' | 'denied' | 'invalid' | 'too-many' | 'clock';
  /** The flag whose data was requested. Null if there is none. */
  node: FlagAddress | null;
  /**
   * The invalid field, the error of a malformed report, or how many seconds the device's clock is
   * ahead. Null if none of these applies.
   */
  detail: string | null;
  /** The IP address of the device. Null if it is unknown. */
  address: string | null;
}

/** The maximum number of characters to store of a string that a client sent. */
const MOST = 128;

/**
 * Returns what to record about a rejected request from a device. Null if the request came from a
 * user, another program or the server itself.
 */
export function sightingOf({
  identity,
  transport,
  asked,
  remoteAddress,
  path,
  error,
}: RefusedRequest): Sighting | null {
  const [users, ownerId, hardware, flagId] = path;
  const isNode = users === 'users' && hardware === 'hardware' && ownerId && flagId;
  const node = isNode ? { ownerId: ownerId.slice(0, MOST), flagId: flagId.slice(0, MOST) } : null;
  const common = { node, address: remoteAddress, detail: null };
  if (error instanceof CredentialRefused) {
    if (!(error instanceof UnknownCredential)) return null;
    const { hash, length } = error;
    return { ...common, brought: { kind: 'unknown', hash, length }, problem: 'credential' };
  }
  // Poles use only the REST API for reading.
  if (transport === 'wire' && asked === 'read') return null;
  const keyId = identity && deviceKeyIdOf(identity);
  const isStranger = identity !== null && identity.auth === null && !identity.admin;
  // A browser whose session has ended also has no key, but it uses a WebSocket.
  if (!keyId && !(isStranger && transport === 'rest' && node)) return null;
  const brought: Brought = keyId ? { kind: 'key', keyId } : { kind: 'nothing' };
  switch (error.status) {
    case 'permission_denied':
      return { ...common, brought, problem: 'denied', detail: fieldOf(error.place) };
    case 'too_many':
      return { ...common, brought, problem: 'too-many' };
    case 'invalid_data':
    case 'too_big':
      return { ...common, brought, problem: 'invalid', detail: error.message.slice(0, MOST) };
    default:
      return null;
  }
}

/**
 * Returns the path of the flag's field that a rule rejected. Null if the rejection was not about a
 * single field.
 */
function fieldOf(place: readonly string[] | undefined): string | null {
  const field = place?.slice(4).join('/') ?? '';
  return field === '' ? null : field.slice(0, MOST);
}

/**
 * Returns a string that identifies the source of a rejected request: one device, or one network of
 * unauthenticated clients. Requests from the same source are counted together.
 */
export const sourceOf = ({ brought, address, node }: Sighting): string =>
  brought.kind === 'key'
    ? `key:${brought.keyId}`
    : address === null
      ? `node:${node?.ownerId}/${node?.flagId}`
      : `address:${addressKey(address)}`;
