import type { ActivityChannel, Command } from '@halyard/domain';
import type { AmendRequest } from '@halyard/realtime';
import { severalAddresses } from '../activity/commands/severalAddresses.ts';
import type { FlagAddress } from './link.ts';

/** How a command, or a write that was refused, came over the realtime database. */
export interface LiveOrigin {
  channel: Extract<ActivityChannel, 'live' | 'api'>;
  /** Null: not known. Several, separated by commas, where it is one of these. */
  address: string | null;
}

/** Milliseconds for which a receipt is kept: commands are seen as soon as they are stored. */
const KEPT_MS = 60_000;

/** Programs sign in with an API token, which has a scope; people with a session, which has none. */
export const channelOf = (auth: AmendRequest['auth']): LiveOrigin['channel'] =>
  typeof auth?.token.scope === 'string' ? 'api' : 'live';

/**
 * From where the realtime database received each command, until the activity log has seen it. The
 * command's own request says so: where its author is connected from otherwise proves nothing.
 */
export class CommandReceipts {
  readonly #receipts = new Map<string, { at: number; origins: LiveOrigin[] }>();

  /** A write was accepted: keeps from where it came, for each flag that it is about. */
  note({ auth, paths, now, remoteAddress }: AmendRequest): void {
    if (auth === null || typeof auth.token.flagId === 'string') return;
    this.#forget(now);
    const flags = new Set<string>();
    for (const [users, ownerId, hardware, flagId] of paths)
      if (users === 'users' && hardware === 'hardware') flags.add(`${ownerId}/${flagId}`);
    const origin: LiveOrigin = { channel: channelOf(auth), address: remoteAddress };
    for (const flag of flags) {
      const key = `${flag}/${now}/${auth.uid}`;
      const known = this.#receipts.get(key) ?? { at: now, origins: [] };
      if (!known.origins.some((one) => isSame(one, origin))) known.origins.push(origin);
      this.#receipts.set(key, known);
    }
  }

  /** From where a command came; null where that is not known. */
  of({ ownerId, flagId }: FlagAddress, { receivedAt, by }: Command): LiveOrigin | null {
    const origins = this.#receipts.get(`${ownerId}/${flagId}/${receivedAt}/${by}`)?.origins ?? [];
    const [first = null, ...others] = origins;
    // Within one millisecond a person may give one flag commands from two places, on purpose too, as with
    // writes that are left for the end of a connection. Nobody hides an address behind another one.
    if (first === null || others.length === 0) return first;
    const isApi = origins.every(({ channel }) => channel === 'api');
    const addresses = new Set(origins.map(({ address }) => address));
    return { channel: isApi ? 'api' : 'live', address: severalAddresses(addresses) };
  }

  /** The oldest ones come first. */
  #forget(now: number): void {
    for (const [key, { at }] of this.#receipts) {
      // After the clock was set back, receipts may lie in the future.
      if (Math.abs(now - at) < KEPT_MS) return;
      this.#receipts.delete(key);
    }
  }
}

const isSame = (one: LiveOrigin, other: LiveOrigin): boolean =>
  one.channel === other.channel && one.address === other.address;
