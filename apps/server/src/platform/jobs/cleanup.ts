/**
 * Collects functions that undo the steps of the server's startup, and calls them in reverse order
 * when the server stops.
 */
export class Cleanup {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.unshift(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0)) await step();
  }
}
