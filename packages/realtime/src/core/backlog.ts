/**
 * Detects clients that read too slowly, based on how much data they have not read yet. A single
 * message may be larger than the limit. While such a message is unread, only the data sent after it
 * counts toward the limit.
 */
export class Backlog {
  readonly #limit: number;
  /**
   * Size in bytes of the largest unread message that exceeds the limit all by itself; 0 if there is
   * none.
   */
  #large = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Whether the client has too much unread data to be sent another message.
   * @param waiting number of bytes that the client has not read yet
   * @param size size of the message in bytes
   */
  isFull(waiting: number, size: number): boolean {
    if (waiting <= this.#limit) this.#large = 0;
    if (waiting > this.#limit + this.#large) return true;
    if (size > this.#limit) this.#large = Math.max(this.#large, size);
    return false;
  }
}
