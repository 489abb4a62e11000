import { AppError } from '../../errors.ts';

/** Whom password work is for: what its places are counted by. */
export interface Client {
  /** One address, or one signed-in user. */
  address: string;
  /** What the address belongs to: the /48 of an IPv6 address, else the same. */
  network: string;
  isSignedIn: boolean;
}

/** Requests that may wait for password work or be in it. */
export interface PlaceLimits {
  /** Of everyone together. */
  all: number;
  /** Of everyone who is not signed in: a crowd of strangers leaves places to the others. */
  strangers: number;
  /** Of one address: about two seconds of work on one core. */
  perAddress: number;
  /** Of one network, so that many addresses of one /48 do not take all places. */
  perNetwork: number;
}

export const PLACES: PlaceLimits = { all: 96, strangers: 80, perAddress: 32, perNetwork: 64 };

const ALL = 'all';

/** Seconds that a refused client is asked to wait at least and at most. */
const WAIT_SECONDS = { least: 1, most: 30 };

/**
 * Bounds the requests that wait for password work: everyone else gets a 503 at once, before the
 * request costs a database write or uses up one of the client's tries.
 */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #taken = new Map<string, number>();
  /** Milliseconds that a place was recently taken, divided by the places taken then. */
  #msPerPlace = 100;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Places taken at the moment. */
  get taken(): number {
    return this.#taken.get(ALL) ?? 0;
  }

  /**
   * Holds a place while `work` runs.
   * @throws AppError `busy` where all places are taken
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

  /** What the client's place is counted under, each with its most. */
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
    return new AppError('busy', 'Busy. Try again in a moment.', { retryAfter });
  }
}
