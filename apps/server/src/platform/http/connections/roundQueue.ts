/**
 * Runs at most `most` functions per turn of the event loop, in order. Further functions wait for
 * later turns. Between two turns, the server accepts connections and handles other requests.
 */
export class RoundQueue {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  /** How many more functions may run in this turn of the event loop. */
  #left: number;
  #isEndPlanned = false;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /**
   * Runs a function immediately if no other function is waiting and this turn of the event loop has
   * not reached its limit. Otherwise, the function runs in a later turn.
   */
  add(work: () => void): void {
    this.#waiting.push(work);
    this.#run();
  }

  #run(): void {
    while (this.#left > 0 && this.#waiting.length > 0) {
      this.#left--;
      this.#waiting.shift()?.();
    }
    if (this.#isEndPlanned || this.#left === this.#most) return;
    this.#isEndPlanned = true;
    setImmediate(() => {
      this.#isEndPlanned = false;
      this.#left = this.#most;
      this.#run();
    });
  }
}
