import { msg } from '@halyard/messages';
import { AppError } from '../../errors.ts';

/** A client that needs a password hashed. */
export interface Client {
  /** The IP address of the client, or the user's ID if the client is signed in. */
  address: string;
  /**
   * The network under which the client's requests are counted: the /48 around an IPv6 address, or
   * the IPv4 address itself.
   */
  network: string;
  isSignedIn: boolean;
}

/**
 * Limits on the number of hashing requests. A hashing request is a request that is waiting to hash
 * a password or is hashing one.
 */
export interface PlaceLimits {
  /** The maximum number of hashing requests from all clients together. */
  all: number;
  /**
   * The maximum number of hashing requests from all unauthenticated clients together. It is lower
   * than `all`, so that some slots remain for signed-in users.
   */
  strangers: number;
  /**
   * The maximum number of hashing requests from one address. On one processor core, this many take
   * about two seconds.
   */
  perAddress: number;
  /**
   * The maximum number of hashing requests from one network, so that many addresses in one /48
   * cannot take all slots.
   */
  perNetwork: number;
}

export const PLACES: PlaceLimits = { all: 96, strangers: 80, perAddress: 32, perNetwork: 64 };

const ALL = 'all';

/** The minimum and maximum time in seconds that a refused client is asked to wait. */
const WAIT_SECONDS = { least: 1, most: 30 };

/**
 * Limits how many requests wait for password hashing. Further requests get 503 immediately, before
 * anything is written to the database, and do not count as the client's attempts.
 */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #taken = new Map<string, number>();
  /**
   * The average time in ms until the next hashing slot becomes free, estimated from recent hashing
   * jobs.
   */
  #msPerPlace = 100;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** How many slots for hashing passwords are currently taken. */
  get taken(): number {
    return this.#taken.get(ALL) ?? 0;
  }

  /**
   * Takes a hashing slot for as long as `work` runs.
   * @throws AppError `busy` if all slots are taken
   */
  async hold<T>(client: Client, work: () => Promise<T>): Promise<T> {
    const counted = this.#countedAs(client);
    const of = (key: string) => this.#taken.get(key) ?? 0;
    if (counted.some(([key, most]) => of(key) >= most)) throw this.#busy();
    const began = performance.now();
    for (const [key] of counted) this.#taken.set(key, of(key) + 1);
    const beside = this.taken;
    try {
      return await work();
    } finally {
      for (const [key] of counted) {
        if (of(key) > 1) this.#taken.set(key, of(key) - 1);
        else this.#taken.delete(key);
      }
      this.#msPerPlace = (this.#msPerPlace * 7 + (performance.now() - began) / beside) / 8;
    }
  }

  /** Returns the keys under which a client's hashing requests are counted, each with its limit. */
  #countedAs({ address, network, isSignedIn }: Client): [key: string, most: number][] {
    const { all, strangers, perAddress, perNetwork } = this.#limits;
    return [
      [ALL, all],
      ...(isSignedIn ? [] : [['strangers', strangers] as [string, number]]),
      [`address ${address}`, perAddress],
      [`network ${network}`, perNetwork],
    ];
  }

  #busy(): AppError {
    const seconds = Math.ceil((this.#msPerPlace * this.taken) / 1000);
    const retryAfter = Math.min(WAIT_SECONDS.most, Math.max(WAIT_SECONDS.least, seconds));
    return new AppError('busy', msg`The server is busy. Try again in a moment.`, { retryAfter });
  }
}
