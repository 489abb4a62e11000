/**
 * Maximum number of items per chunk of a sorted list. Moving 256 items costs less than finding a
 * position.
 */
const CHUNK = 256;

/** A position between two items of a sorted list. Valid until the list changes. */
export interface Position {
  chunk: number;
  /**
   * Index of the next item in ascending order within the chunk, from 0 to the chunk's length (the
   * end of the chunk).
   */
  offset: number;
}

/**
 * A sorted list of distinct items, stored in chunks. A change moves only the items of one chunk.
 * Finding a position and changing the list both take logarithmic time.
 */
export class Sorted<T> {
  readonly #compare: (a: T, b: T) => number;
  /** The list's items, in order and split into chunks. No chunk is empty. */
  readonly #chunks: T[][] = [];
  #size = 0;

  /**
   * Creates a sorted list.
   * @param items in any order; the list takes ownership of the array and sorts it
   */
  constructor(compare: (a: T, b: T) => number, items: T[] = []) {
    this.#compare = compare;
    items.sort(compare);
    this.#size = items.length;
    for (let i = 0; i < items.length; i += CHUNK / 2) {
      this.#chunks.push(items.slice(i, i + CHUNK / 2));
    }
  }

  get size(): number {
    return this.#size;
  }

  get first(): T | undefined {
    return this.#chunks[0]?.[0];
  }

  get last(): T | undefined {
    return this.#chunks.at(-1)?.at(-1);
  }

  /**
   * Returns the position before the first item for which `below` is false. `below` must be true for
   * all items before that position and false for all items after it.
   */
  seek(below: (item: T) => boolean): Position {
    const chunk = partition(this.#chunks, (items) => below(items[items.length - 1]!));
    const items = this.#chunks[chunk];
    return { chunk, offset: items === undefined ? 0 : partition(items, below) };
  }

  /** Iterates over a sorted list's items after a position, in ascending order. */
  *up({ chunk, offset }: Position): Generator<T, void> {
    for (let at = offset; chunk < this.#chunks.length; chunk++, at = 0) {
      const items = this.#chunks[chunk]!;
      for (; at < items.length; at++) yield items[at]!;
    }
  }

  /** Iterates over a sorted list's items before a position, in descending order. */
  *down({ chunk, offset }: Position): Generator<T, void> {
    for (let at = offset - 1; ; at = this.#chunks[chunk]!.length - 1) {
      for (; at >= 0; at--) yield this.#chunks[chunk]![at]!;
      if (--chunk < 0) return;
    }
  }

  /** Adds an item that the sorted list does not contain yet. */
  add(item: T): void {
    this.#size++;
    if (this.#chunks.length === 0) {
      this.#chunks.push([item]);
      return;
    }
    const found = this.seek((known) => this.#compare(known, item) < 0);
    // An item greater than all others goes to the end of the last chunk.
    const chunk = Math.min(found.chunk, this.#chunks.length - 1);
    const items = this.#chunks[chunk]!;
    items.splice(chunk === found.chunk ? found.offset : items.length, 0, item);
    if (items.length > CHUNK) this.#chunks.splice(chunk + 1, 0, items.splice(CHUNK / 2));
  }

  /** Removes an item from the sorted list. Returns false if the list has no equal item. */
  delete(item: T): boolean {
    const { chunk, offset } = this.seek((known) => this.#compare(known, item) < 0);
    const items = this.#chunks[chunk];
    if (items === undefined || this.#compare(items[offset]!, item) !== 0) return false;
    items.splice(offset, 1);
    this.#size--;
    const next = this.#chunks[chunk + 1];
    if (items.length === 0) this.#chunks.splice(chunk, 1);
    else if (next !== undefined && items.length + next.length < CHUNK / 2) {
      items.push(...next);
      this.#chunks.splice(chunk + 1, 1);
    }
    return true;
  }
}

/**
 * Uses binary search to count the items at the start of a list that pass a test. All items that
 * pass must come before all others.
 */
function partition<T>(items: readonly T[], test: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
