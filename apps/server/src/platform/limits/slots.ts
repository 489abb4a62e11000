/** Limits how many long tasks each user may run at the same time. */
export class Slots {
  readonly #perUser: number;
  readonly #taken = new Map<string, number>();

  constructor(perUser: number) {
    this.#perUser = perUser;
  }

  /**
   * Takes one of a user's slots.
   * @returns a function that releases the slot; null if the user has no free slot
   */
  take(userId: string): (() => void) | null {
    const taken = this.#taken.get(userId) ?? 0;
    if (taken >= this.#perUser) return null;
    this.#taken.set(userId, taken + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = this.#taken.get(userId)! - 1;
      if (left === 0) this.#taken.delete(userId);
      else this.#taken.set(userId, left);
    };
  }
}
