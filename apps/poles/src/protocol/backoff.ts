import type { Random } from '../random.ts';

const FIRST_MS = 1_000;
const FACTOR = 1.5;
const MOST_MS = 30_000;

/**
 * Delays between connection attempts. They start at 1 s, grow by half each time up to 30 s, and
 * include jitter.
 */
export class Backoff {
  readonly #random: Random;
  #base = FIRST_MS;

  constructor(random: Random) {
    this.#random = random;
  }

  /**
   * Returns the time in ms to wait before the next connection attempt: a random time between half
   * the current delay and the whole delay.
   */
  next(): number {
    const delay = this.#base * (0.5 + this.#random() / 2);
    this.#base = Math.min(MOST_MS, this.#base * FACTOR);
    return delay;
  }

  /**
   * Resets the delay between connection attempts to its minimum. Called after a successful
   * connection.
   */
  reset(): void {
    this.#base = FIRST_MS;
  }
}
