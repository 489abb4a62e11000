import { addressKeys } from '../../limits/addressKeys.ts';

/**
 * The maximum burst of new connections from one IP address. It is high because all devices of a
 * school may reconnect at the same time.
 */
const AT_ONCE = 4000;
/**
 * How many new connections per second an IP address may open after its burst. With TLS, each
 * connection takes up to 2 ms of CPU time.
 */
const PER_SECOND = 50;
/**
 * The connection limits for a whole IPv6 /48 network, as a multiple of the limits for a single
 * address.
 */
const NETWORK_FACTOR = 2;
/** How often, in ms, to delete the counters of IP addresses whose burst allowance is full again. */
const FORGET_MS = 60_000;

interface Bucket {
  left: number;
  at: number;
}

/**
 * Limits how fast each IP address can open connections, because opening and refusing connections
 * takes more time than most requests. The caller must close a refused connection before reading
 * anything from it.
 */
export class ConnectionRate {
  readonly #buckets = new Map<string, Bucket>();
  readonly #clock: () => number;
  readonly #atOnce: number;
  #sweptAt = 0;
  /** The number of connections refused so far because their IP address opened too many. */
  refused = 0;

  /**
   * Creates the rate limiter.
   * @param clock a monotonic clock in ms
   * @param atOnce the maximum burst of new connections from one address
   */
  constructor(clock: () => number = () => performance.now(), atOnce = AT_ONCE) {
    this.#clock = clock;
    this.#atOnce = atOnce;
  }

  /** Whether an IP address may open another connection. If so, counts the connection. */
  admits(address: string): boolean {
    const now = this.#clock();
    this.#sweep(now);
    const [own, network] = addressKeys(address);
    const isAdmitted =
      this.#take(own, 1, now) &&
      (network === undefined || this.#take(network, NETWORK_FACTOR, now));
    if (!isAdmitted) this.refused++;
    return isAdmitted;
  }

  #take(key: string, factor: number, now: number): boolean {
    const bucket = this.#buckets.get(key) ?? { left: this.#atOnce * factor, at: now };
    this.#buckets.set(key, bucket);
    const gained = ((now - bucket.at) / 1000) * PER_SECOND * factor;
    bucket.left = Math.min(this.#atOnce * factor, bucket.left + gained);
    bucket.at = now;
    if (bucket.left < 1) return false;
    bucket.left--;
    return true;
  }

  /** Deletes the counters of IP addresses whose burst allowance is full again. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < FORGET_MS) return;
    this.#sweptAt = now;
    const fullAfterMs = (this.#atOnce / PER_SECOND) * 1000;
    for (const [key, { at }] of this.#buckets) {
      if (now - at >= fullAfterMs) this.#buckets.delete(key);
    }
  }
}
