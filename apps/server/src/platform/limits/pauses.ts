import { nextTurn } from '../nextTurn.ts';

/** How long a computation may run before it must let other work run, in ms. */
const TURN_MS = 5;

/**
 * Lets other work run during a long computation. Between two steps, call `take` if `areDue` is
 * true. Each step should take far less than a millisecond.
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

/** Calls `visit` for each item, and lets other work run in between. */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => void,
): Promise<void> {
  const pauses = new Pauses();
  for (const item of items) {
    if (pauses.areDue) await pauses.take();
    visit(item);
  }
}

/** Like `map`, but lets other work run between the items. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  step: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await eachInTurns(items, (item) => results.push(step(item)));
  return results;
}

/** Like `flatMap`, but lets other work run between the items. */
export async function flatMapInTurns<Item, Result>(
  items: Iterable<Item>,
  step: (item: Item) => readonly Result[],
): Promise<Result[]> {
  const results: Result[] = [];
  await eachInTurns(items, (item) => results.push(...step(item)));
  return results;
}
