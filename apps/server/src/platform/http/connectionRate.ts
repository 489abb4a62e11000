import { addressKeys } from '../limits/addressKeys.ts';

/** New connections that an address may open at once: a school comes back with all it has. */
const AT_ONCE = 4000;
/** New connections in each second after that. Each costs up to 2 ms, with TLS. */
const PER_SECOND = 50;
/** What a whole /48 of IPv6 may have, in times of one address. */
const NETWORK_FACTOR = 2;
/** Milliseconds between two looks for addresses to forget. */
const FORGET_MS = 60_000;

interface Bucket {
  left: number;
  at: number;
}

/**
 * Bounds the new connections of one address: opening and refusing them costs more than most requests.
 * Connections beyond are to be ended before anything is read.
 */
export class ConnectionRate {
  readonly #buckets = new Map<string, Bucket>();
  readonly #clock: () => number;
  readonly #atOnce: number;
  #sweptAt = 0;
  /** Connections that were not admitted. */
  refused = 0;

  /**
   * @param clock milliseconds; never goes back
   * @param atOnce new connections that an address may open at once
   */
  constructor(clock: () => number = () => performance.now(), atOnce = AT_ONCE) {
    this.#clock = clock;
    this.#atOnce = atOnce;
  }

  /** Whether one more connection of an address may be open; counts it where it may. */
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

  /** Forgets addresses that may open as many as ever. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < FORGET_MS) return;
    this.#sweptAt = now;
    const fullAfterMs = (this.#atOnce / PER_SECOND) * 1000;
    for (const [key, { at }] of this.#buckets) {
      if (now - at >= fullAfterMs) this.#buckets.delete(key);
    }
  }
}
