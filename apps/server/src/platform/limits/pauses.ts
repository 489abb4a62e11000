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

/** Does the same as `flatMap`, and lets other work run in between. */
export async function flatMapInTurns<Item, Result>(
  items: Iterable<Item>,
  step: (item: Item) => readonly Result[],
): Promise<Result[]> {
  const pauses = new Pauses();
  const results: Result[] = [];
  for (const item of items) {
    if (pauses.areDue) await pauses.take();
    results.push(...step(item));
  }
  return results;
}
