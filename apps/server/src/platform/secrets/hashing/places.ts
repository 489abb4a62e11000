import { msg } from '@halyard/messages';
import { AppError } from '../../errors.ts';

/** The client on whose behalf passwords are hashed, and against whose limits this counts. */
export interface Client {
  /** The IP address, or an ID for a signed-in user. */
  address: string;
  /** The network of the address: the /48 of an IPv6 address, or else the address itself. */
  network: string;
  isSignedIn: boolean;
}

/** The maximum numbers of requests that are hashing a password or waiting to. */
export interface PlaceLimits {
  /** The limit for all clients together. */
  all: number;
  /** The limit for all unauthenticated clients, so that slots are left for signed-in users. */
  strangers: number;
  /** The limit for one address, which is about two seconds of work on one core. */
  perAddress: number;
  /** The limit for one network, so that many addresses in one /48 cannot take all slots. */
  perNetwork: number;
}

export const PLACES: PlaceLimits = { all: 96, strangers: 80, perAddress: 32, perNetwork: 64 };

const ALL = 'all';

/** Minimum and maximum time in seconds that a refused client is asked to wait. */
const WAIT_SECONDS = { least: 1, most: 30 };

/**
 * Limits the requests that wait for password hashing. All others get a 503 immediately, before they
 * cost a database write or count as one of the client's attempts.
 */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #taken = new Map<string, number>();
  /**
   * A moving average of how long slots were occupied, in ms, divided by the number of slots
   * occupied at that time.
   */
  #msPerPlace = 100;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Number of slots for password hashing that are currently occupied. */
  get taken(): number {
    return this.#taken.get(ALL) ?? 0;
  }

  /**
   * Holds a slot while `work` runs.
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

  /** Returns the counters that this client's request increases, each with its limit. */
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
