/**
 * Uses the amount of unread data to detect clients that read too slowly. While one large message is
 * unread, only the data sent after it counts.
 */
export class Backlog {
  readonly #limit: number;
  /** Size of the largest unread message if that message alone exceeds the limit; 0 if none does. */
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
