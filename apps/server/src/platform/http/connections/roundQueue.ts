/**
 * Runs at most `most` pieces of work in one round of the event loop. The others wait for later
 * rounds, in the order that they came. In between, the server accepts connections and handles other
 * requests.
 */
export class RoundQueue {
  readonly #most: number;
  readonly #waiting = new Set<() => void>();
  /** How many more pieces of work may run in this round. */
  #left: number;
  #isEndPlanned = false;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /**
   * Runs the work immediately if this round has room and nothing else waits.
   * @param work a new function for each call
   */
  add(work: () => void): void {
    this.#waiting.add(work);
    this.#run();
  }

  #run(): void {
    for (const work of this.#waiting) {
      if (this.#left === 0) break;
      this.#left--;
      this.#waiting.delete(work);
      work();
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
