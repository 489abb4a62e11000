/**
 * Tells a slow reader by what waits for it. One message may be of any size, for it is no sign of a
 * slow reader: what comes after it has as much room as ever.
 */
export class Backlog {
  readonly #limit: number;
  /** The largest message that may still be waiting, where it is larger than the limit. */
  #large = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether what waits is too much for one more message of this size to be added. */
  isFull(waiting: number, size: number): boolean {
    if (waiting <= this.#limit) this.#large = 0;
    if (waiting > this.#limit + this.#large) return true;
    if (size > this.#limit) this.#large = Math.max(this.#large, size);
    return false;
  }
}
