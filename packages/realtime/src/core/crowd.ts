import type { Limits } from '../limits.ts';
import { addressGroup, networkOf } from './address.ts';
import { BusyMap } from './busyMap.ts';

/** The limit for a whole IPv6 network (/48), as a multiple of the limit for a single address. */
const NETWORK_SHARE = 4;
/**
 * Time in ms during which a new unauthenticated client cannot be disconnected to make room for
 * another one.
 */
const GRACE_MS = 2000;

class Tally {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, by: 1 | -1): void {
    const count = this.of(name) + by;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }
}

/**
 * Counters of connections or clients by IP address. IPv6 addresses are also counted by network,
 * because one host can have too many addresses to count individually.
 */
class Places {
  readonly #addresses = new Tally();
  readonly #networks = new Tally();

  add(address: string, by: 1 | -1): void {
    this.#addresses.add(addressGroup(address), by);
    const network = networkOf(address);
    if (network !== undefined) this.#networks.add(network, by);
  }

  isFull(address: string, limit: number): boolean {
    if (this.#addresses.of(addressGroup(address)) >= limit) return true;
    const network = networkOf(address);
    return network !== undefined && this.#networks.of(network) >= limit * NETWORK_SHARE;
  }
}

/** A connection or request whose sender has not been identified yet. */
export interface Stranger {
  remoteAddress: string;
  /** Ends this connection or request to make room for another one. */
  end(): void;
}

type CrowdLimits = Pick<Limits, 'connectionsPerAddress' | 'strangersPerAddress' | 'strangers'>;

/**
 * Counts connections and unauthenticated clients by IP address, and decides whether another one may
 * connect.
 */
export class Crowd {
  readonly #limits: CrowdLimits;
  readonly #connections = new Places();
  readonly #strangerPlaces = new Places();
  /** All unauthenticated clients with their connection times, oldest first. */
  readonly #strangers = new BusyMap<Stranger, number>();
  /**
   * Number of connections and requests that were rejected, or ended to make room for other clients.
   */
  refused = 0;

  constructor(limits: CrowdLimits) {
    this.#limits = limits;
  }

  get strangers(): number {
    return this.#strangers.size;
  }

  count(address: string, by: 1 | -1): void {
    this.#connections.add(address, by);
  }

  addStranger(stranger: Stranger): void {
    if (this.#strangers.has(stranger)) return;
    this.#strangers.set(stranger, performance.now());
    this.#strangerPlaces.add(stranger.remoteAddress, 1);
  }

  deleteStranger(stranger: Stranger): void {
    if (this.#strangers.delete(stranger)) this.#strangerPlaces.add(stranger.remoteAddress, -1);
  }

  /** Returns why another connection is rejected; undefined if it may connect. */
  problem(address: string): string | undefined {
    if (!this.#connections.isFull(address, this.#limits.connectionsPerAddress)) return undefined;
    this.refused++;
    return 'Too many connections from this address';
  }

  /**
   * Returns why another unauthenticated client is rejected; undefined if it may connect. Makes room
   * by disconnecting the oldest unauthenticated client, or the oldest one from the same address if
   * that address has too many. Clients that connected less than {@link GRACE_MS} ago stay, because
   * real clients sign in within milliseconds.
   */
  strangerProblem(address: string): string | undefined {
    const { strangersPerAddress, strangers } = this.#limits;
    if (this.#strangerPlaces.isFull(address, strangersPerAddress)) {
      const near = (other: Stranger): boolean => isNear(address, other.remoteAddress);
      if (!this.#makeRoom(near)) {
        return 'Too many connections from this address that have not signed in';
      }
    }
    if (this.#strangers.size < strangers || this.#makeRoom(() => true)) return undefined;
    return 'Too many connections that have not signed in';
  }

  #makeRoom(match: (stranger: Stranger) => boolean): boolean {
    this.refused++;
    const latest = performance.now() - GRACE_MS;
    for (const [stranger, since] of this.#strangers) {
      if (since > latest) return false;
      if (!match(stranger)) continue;
      // A request stays until its socket has closed. Until then, it must not make room again.
      this.deleteStranger(stranger);
      stranger.end();
      return true;
    }
    return false;
  }
}

function isNear(a: string, b: string): boolean {
  const network = networkOf(a);
  return network === undefined ? addressGroup(a) === addressGroup(b) : network === networkOf(b);
}
