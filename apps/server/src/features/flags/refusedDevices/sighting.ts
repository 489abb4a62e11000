import { CredentialRefused, type RefusedRequest } from '@halyard/realtime';
import { addressKey } from '../../../platform/limits/addressKeys.ts';
import { deviceKeyIdOf, UnknownCredential } from '../../../realtime/callers/identities.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';

/** With what a device came: a device key, something that is none, or nothing. */
export type Brought =
  | { kind: 'key'; keyId: string }
  | { kind: 'unknown'; hash: string; length: number }
  | { kind: 'nothing' };

/** One refusal of a device, as far as the request itself tells. */
export interface Sighting {
  brought: Brought;
  /** What went wrong: rules or the path, the data itself, the number of requests, the clock. */
  problem: 'credential' | 'denied' | 'invalid' | 'too-many' | 'clock';
  /** The node that it asked for; null: it asked for none. */
  node: FlagAddress | null;
  /** Of a malformed report the field; of a clock the seconds by which it is ahead. */
  detail: string | null;
  /** Null: not known. */
  address: string | null;
}

/** Characters of what a client chose that are kept. */
const MOST = 128;

/** A refusal of a device; null where a person, a program or the server itself was at fault. */
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
  // Poles read over REST.
  if (transport === 'wire' && asked === 'read') return null;
  const keyId = identity && deviceKeyIdOf(identity);
  const isStranger = identity !== null && identity.auth === null && !identity.admin;
  // A browser whose session has ended asks as a stranger too, over a WebSocket.
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

/** The field of a flag's node that a rule refused. */
function fieldOf(place: readonly string[] | undefined): string | null {
  const field = place?.slice(4).join('/') ?? '';
  return field === '' ? null : field.slice(0, MOST);
}

/** By what the sightings of one device, or of one stranger's network, are bounded. */
export const sourceOf = ({ brought, address, node }: Sighting): string =>
  brought.kind === 'key'
    ? `key:${brought.keyId}`
    : address === null
      ? `node:${node?.ownerId}/${node?.flagId}`
      : `address:${addressKey(address)}`;
