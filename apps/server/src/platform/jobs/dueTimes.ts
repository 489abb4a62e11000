/**
 * The length of a scheduling period, in ms. Items that are due in the same period are checked
 * together.
 */
const PERIOD_MS = 1000;

/**
 * The time when a scheduled item is due, and the period in which it will be checked. Postponing the
 * item changes only `at`. The item moves to its new period when the old period is checked.
 */
interface Due {
  at: number;
  period: number;
}

/**
 * Finds the due items among many scheduled items without looking at all of them. Postponing an item
 * costs almost nothing, so each report from a pole can postpone that pole's offline check.
 */
export class DueTimes<Item> {
  readonly #dues = new Map<Item, Due>();
  readonly #periods = new Map<number, Set<Item>>();
  #first = Number.POSITIVE_INFINITY;

  /**
   * Schedules an item. Replaces its previous time.
   * @param at epoch milliseconds; an infinite time means never
   */
  set(item: Item, at: number): void {
    if (at === Number.POSITIVE_INFINITY) return this.delete(item);
    const period = Math.floor(at / PERIOD_MS);
    const due = this.#dues.get(item);
    if (due && due.period <= period) {
      due.at = at;
      return;
    }
    if (due) this.#leave(item, due.period);
    this.#dues.set(item, { at, period });
    this.#enter(item, period);
  }

  delete(item: Item): void {
    const due = this.#dues.get(item);
    if (!due) return;
    this.#dues.delete(item);
    this.#leave(item, due.period);
  }

  clear(): void {
    this.#dues.clear();
    this.#periods.clear();
    this.#first = Number.POSITIVE_INFINITY;
  }

  /**
   * Removes and returns the items that are scheduled for `now` or earlier, in no particular order.
   */
  take(now: number): Item[] {
    const current = Math.floor(now / PERIOD_MS);
    if (current < this.#first) return [];
    const taken: Item[] = [];
    const come = [...this.#periods.keys()].filter((period) => period <= current);
    for (const period of come) {
      const items = this.#periods.get(period)!;
      this.#periods.delete(period);
      for (const item of items) {
        const due = this.#dues.get(item)!;
        if (due.at <= now) {
          this.#dues.delete(item);
          taken.push(item);
        } else {
          due.period = Math.floor(due.at / PERIOD_MS);
          this.#enter(item, due.period);
        }
      }
    }
    this.#first = Number.POSITIVE_INFINITY;
    for (const period of this.#periods.keys()) this.#first = Math.min(this.#first, period);
    return taken;
  }

  #enter(item: Item, period: number): void {
    const items = this.#periods.get(period);
    if (items) items.add(item);
    else this.#periods.set(period, new Set([item]));
    this.#first = Math.min(this.#first, period);
  }

  #leave(item: Item, period: number): void {
    const items = this.#periods.get(period);
    items?.delete(item);
    if (items?.size === 0) this.#periods.delete(period);
  }
}
