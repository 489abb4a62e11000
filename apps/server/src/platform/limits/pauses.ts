import { nextTurn } from '../nextTurn.ts';

/** How long a computation runs before other work gets a turn, in ms. */
const TURN_MS = 5;

/**
 * Lets other work run during a long computation. Call `take` between two steps whenever `areDue`.
 * Each step should take far less than a millisecond.
 */
export class Pauses {
  #since = performance.now();

  get areDue(): boolean {
    return performance.now() - this.#since >= TURN_MS;
  }

  async take(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}
