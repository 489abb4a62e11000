import type { Limits } from '../limits.ts';
import { addressGroup, networkOf } from './address.ts';

/** Times what one address may have that a whole network (an IPv6 /48) may have. */
const NETWORK_SHARE = 4;
/** Milliseconds that a stranger has in any case before it may have to make room. */
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

/** Counts by address, and by network for addresses of which one host has more than it could count. */
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

/** Someone of whom nothing is known yet. */
export interface Stranger {
  remoteAddress: string;
  /** Makes room for another one. */
  end(): void;
}

type CrowdLimits = Pick<Limits, 'connectionsPerAddress' | 'strangersPerAddress' | 'strangers'>;

/** How many connections each address has, how many of them are strangers', and whether one more may come. */
export class Crowd {
  readonly #limits: CrowdLimits;
  readonly #connections = new Places();
  readonly #strangerPlaces = new Places();
  /** With the time since which they are there; those first that came first. */
  readonly #strangers = new Map<Stranger, number>();
  /** Connections and requests that found no place, or had to leave it. */
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

  /** Why there is no place for one more connection; undefined where there is one. */
  problem(address: string): string | undefined {
    if (!this.#connections.isFull(address, this.#limits.connectionsPerAddress)) return undefined;
    this.refused++;
    return 'Too many connections from this address';
  }

  /**
   * As {@link problem}, for someone of whom nothing is known. The stranger that has been there
   * longest makes room, unless it has only just come: signing in takes milliseconds, so those who do
   * so get through, however many come at once.
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
