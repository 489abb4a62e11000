/**
 * Detects a slow reader by the amount of data that waits for it. One message may have any size,
 * since its size alone does not mean that the reader is slow. A message larger than the limit does
 * not reduce the room for the messages after it.
 */
export class Backlog {
  readonly #limit: number;
  /** The size of the largest message that may still be waiting, if over the limit; otherwise 0. */
  #large = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether too much is waiting to add another message of this size. */
  isFull(waiting: number, size: number): boolean {
    if (waiting <= this.#limit) this.#large = 0;
    if (waiting > this.#limit + this.#large) return true;
    if (size > this.#limit) this.#large = Math.max(this.#large, size);
    return false;
  }
}
