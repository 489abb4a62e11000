/** Items of one chunk at most: moving so many on an insertion costs less than finding their place. */
const CHUNK = 256;

/** A place between two items. Holds until the list changes. */
export interface Position {
  chunk: number;
  /** The item that comes next, going up; 0 or more, the chunk's length at most. */
  offset: number;
}

/**
 * A sorted list of items that all differ: in chunks, so that a change moves a few of them only.
 * Finding a place and a change cost the logarithm of the size.
 */
export class Sorted<T> {
  readonly #compare: (a: T, b: T) => number;
  /** None is empty. */
  readonly #chunks: T[][] = [];
  #size = 0;

  /** @param items in any order; the array is the list's from then on */
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

  /** The place before the first item that is not `below`; `below` holds for the items up to it alone. */
  seek(below: (item: T) => boolean): Position {
    const chunk = partition(this.#chunks, (items) => below(items[items.length - 1]!));
    const items = this.#chunks[chunk];
    return { chunk, offset: items === undefined ? 0 : partition(items, below) };
  }

  /** The items above a place, upwards. */
  *up({ chunk, offset }: Position): Generator<T, void> {
    for (let at = offset; chunk < this.#chunks.length; chunk++, at = 0) {
      const items = this.#chunks[chunk]!;
      for (; at < items.length; at++) yield items[at]!;
    }
  }

  /** The items below a place, downwards. */
  *down({ chunk, offset }: Position): Generator<T, void> {
    for (let at = offset - 1; ; at = this.#chunks[chunk]!.length - 1) {
      for (; at >= 0; at--) yield this.#chunks[chunk]![at]!;
      if (--chunk < 0) return;
    }
  }

  /** Adds an item that is not there yet. */
  add(item: T): void {
    this.#size++;
    if (this.#chunks.length === 0) {
      this.#chunks.push([item]);
      return;
    }
    const found = this.seek((known) => this.#compare(known, item) < 0);
    // Above all others: at the end of the last chunk.
    const chunk = Math.min(found.chunk, this.#chunks.length - 1);
    const items = this.#chunks[chunk]!;
    items.splice(chunk === found.chunk ? found.offset : items.length, 0, item);
    if (items.length > CHUNK) this.#chunks.splice(chunk + 1, 0, items.splice(CHUNK / 2));
  }

  /** Takes out the item that compares as equal; false where there is none. */
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

/** How many items at the beginning of a list pass a test that none after them passes. */
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
