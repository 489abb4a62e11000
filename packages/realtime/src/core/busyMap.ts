interface Link<Key, Value> {
  entry: readonly [Key, Value] | undefined;
  previous: Link<Key, Value> | undefined;
  next: Link<Key, Value> | undefined;
}

/**
 * A map for keys that are added and removed thousands of times per second. Has methods of `Map`,
 * and the same order.
 *
 * A `Map` would fill the memory: when V8 replaces the table of a `Map`, the old table points to the
 * new one. Once such a table is old, each later table survives all quick passes of the garbage
 * collector, together with everything that its entries refer to, such as complete requests. Only a
 * full pass, for which the server stops longer, removes them.
 */
export class BusyMap<Key extends object, Value> {
  readonly #links = new WeakMap<Key, Link<Key, Value>>();
  #first: Link<Key, Value> | undefined;
  #last: Link<Key, Value> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(key: Key): boolean {
    return this.#links.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#links.get(key)?.entry?.[1];
  }

  /** Adds an entry at the end, or replaces the value of an existing entry. */
  set(key: Key, value: Value): void {
    const known = this.#links.get(key);
    if (known !== undefined) {
      known.entry = [key, value];
      return;
    }
    const link: Link<Key, Value> = { entry: [key, value], previous: this.#last, next: undefined };
    if (this.#last === undefined) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    this.#links.set(key, link);
    this.#size++;
  }

  /** Removes an entry. Returns whether it existed. */
  delete(key: Key): boolean {
    const link = this.#links.get(key);
    if (link === undefined) return false;
    this.#links.delete(key);
    this.#size--;
    const { previous, next } = link;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    // A removed link must not keep anything in memory either.
    link.entry = undefined;
    link.previous = undefined;
    link.next = undefined;
    return true;
  }

  /**
   * Returns the entries in the order in which they were added. During the iteration, no entry may
   * be removed, except the last one that it returned.
   */
  *[Symbol.iterator](): Generator<readonly [Key, Value]> {
    for (let link = this.#first; link?.entry !== undefined; ) {
      const { entry, next } = link;
      yield entry;
      link = next;
    }
  }
}
