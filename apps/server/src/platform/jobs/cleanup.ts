/** Collects functions that undo what was started, and calls them in reverse order. */
export class Cleanup {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.unshift(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0)) await step();
  }
}
