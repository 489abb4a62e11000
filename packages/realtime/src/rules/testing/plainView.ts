import type { RuleView as View } from '../types.ts';

/**
 * A view of plain JSON in export form, for testing rules without a tree. It counts the visited
 * nodes, so that tests can check the cost of a rule.
 */
export class PlainView implements View {
  static visits = 0;
  readonly #json: unknown;

  constructor(json: unknown) {
    this.#json = json ?? null;
  }

  exists(): boolean {
    return this.value !== null || this.hasChildren();
  }

  get value(): string | number | boolean | null {
    const json = isObject(this.#json) ? this.#json['.value'] : this.#json;
    return typeof json === 'string' || typeof json === 'number' || typeof json === 'boolean'
      ? json
      : null;
  }

  child(key: string): View {
    PlainView.visits++;
    return new PlainView(this.#entries().find(([name]) => name === key)?.[1]);
  }

  hasChildren(): boolean {
    return this.#entries().length > 0;
  }

  *keys(): Iterable<string> {
    for (const [key] of this.#entries()) {
      PlainView.visits++;
      yield key;
    }
  }

  get priority(): string | number | null {
    const priority: unknown = isObject(this.#json) ? this.#json['.priority'] : null;
    return typeof priority === 'string' || typeof priority === 'number' ? priority : null;
  }

  #entries(): [string, unknown][] {
    if (!isObject(this.#json)) return [];
    return Object.entries(this.#json).filter(
      ([key, value]) => !key.startsWith('.') && new PlainView(value).exists(),
    );
  }
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null;
}
