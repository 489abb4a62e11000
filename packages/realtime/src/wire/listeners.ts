import type { Database } from '../core/database.ts';
import type { Listen } from '../listens/listen.ts';

/**
 * The listeners of one connection. A client gives each listener with a query a numeric tag, so that
 * `(path, tag)` identifies a listener (protocol §5).
 */
export class Listeners implements Iterable<Listen> {
  readonly #byKey = new Map<string, Listen>();
  /**
   * The query object of each listener as the client sent it. If a listener is revoked, the message
   * to the client contains this object (protocol §4: `c`).
   */
  readonly #sentQueries = new WeakMap<Listen, string>();

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): Listen | undefined {
    return this.#byKey.get(key);
  }

  /**
   * @param sentQuery the query object as the client sent it; undefined if the listener has no tag
   */
  set(key: string, listen: Listen, sentQuery: string | undefined): void {
    this.#byKey.set(key, listen);
    if (sentQuery !== undefined) this.#sentQueries.set(listen, sentQuery);
  }

  delete(key: string): void {
    this.#byKey.delete(key);
  }

  [Symbol.iterator](): Iterator<Listen> {
    return this.#byKey.values();
  }

  /** Removes a revoked listener. Returns the message that notifies the client. */
  revoke(listen: Listen): string {
    for (const [key, known] of this.#byKey) {
      if (known === listen) this.#byKey.delete(key);
    }
    const query = this.#sentQueries.get(listen);
    const q = query === undefined ? '' : `,"q":[${query}]`;
    const p = JSON.stringify(listen.path.join('/'));
    return `{"t":"d","d":{"a":"c","b":{"p":${p}${q}}}}`;
  }

  detachAll(database: Database): void {
    for (const listen of this.#byKey.values()) database.detach(listen);
    this.#byKey.clear();
  }
}
