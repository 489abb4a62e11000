/**
 * Detects, by the amount of unread data, that a client reads too slowly. A single large message
 * does not count as a slow client: while a message above the limit is unread, later messages may
 * still fill the limit.
 */
export class Backlog {
  readonly #limit: number;
  /** Size of the largest unread message, if it exceeds the limit; otherwise 0. */
  #large = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the client has too much unread data to be sent another message. */
  isFull(waiting: number, size: number): boolean {
    if (waiting <= this.#limit) this.#large = 0;
    if (waiting > this.#limit + this.#large) return true;
    if (size > this.#limit) this.#large = Math.max(this.#large, size);
    return false;
  }
}
