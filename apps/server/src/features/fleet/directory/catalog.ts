import { compareSortKeys, type SortKey } from '@halyard/domain';

/** A function that returns one of the keys by which an entry is sorted. */
export type KeyOf<Entry> = (entry: Entry) => SortKey;

/** A sort order for entries: its name, and the keys to compare, most important first. */
export interface SortOrder<Entry> {
  name: string;
  keys: readonly KeyOf<Entry>[];
  /** -1 to sort by the first key in descending order. All other keys are ascending. */
  sign: 1 | -1;
}

interface Sorted<Entry> {
  entries: Entry[];
  isStale: boolean;
}

/**
 * Entries by ID, with a sorted copy for each order that was ever requested. After a change, a copy
 * is sorted again when it is next requested. That is fast, because most of it is already in order.
 */
export class Catalog<Entry extends { readonly id: string }> {
  readonly #entries = new Map<string, Entry>();
  readonly #sorted = new Map<string, Sorted<Entry>>();

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  values(): Iterable<Entry> {
    return this.#entries.values();
  }

  add(entry: Entry): void {
    this.#entries.set(entry.id, entry);
    for (const order of this.#sorted.values()) order.entries.push(entry);
    this.changed();
  }

  delete(id: string): void {
    if (this.#entries.delete(id)) this.changed();
  }

  /**
   * Marks all sorted copies as outdated. Must be called when the sort keys of entries may have
   * changed.
   */
  changed(): void {
    for (const order of this.#sorted.values()) order.isStale = true;
  }

  /** Returns all entries in the given order. Equal entries are sorted by ID. */
  inOrder(order: SortOrder<Entry>): readonly Entry[] {
    let sorted = this.#sorted.get(order.name);
    if (!sorted) {
      sorted = { entries: [...this.#entries.values()], isStale: true };
      this.#sorted.set(order.name, sorted);
    }
    if (sorted.isStale) {
      sorted.entries = sorted.entries
        .filter((entry) => this.#entries.get(entry.id) === entry)
        .sort(comparing(order));
      sorted.isStale = false;
    }
    return sorted.entries;
  }
}

/**
 * Returns entries sorted by one key, which is computed only once per entry. Equal entries keep
 * their order.
 */
export function sortedBy<Entry>(
  keyOf: KeyOf<Entry>,
  sign: 1 | -1,
  entries: readonly Entry[],
): Entry[] {
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((a, b) => compareSortKeys(a.key, b.key, sign))
    .map(({ entry }) => entry);
}

/** Returns a sorted copy of entries that are in no catalog. Equal entries are sorted by ID. */
export const inOrder = <Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  order: SortOrder<Entry>,
): Entry[] => entries.toSorted(comparing(order));

/** Returns a function that compares entries by the given order, and equal entries by ID. */
function comparing<Entry extends { readonly id: string }>({
  keys,
  sign,
}: Pick<SortOrder<Entry>, 'keys' | 'sign'>): (a: Entry, b: Entry) => number {
  return (a, b) => {
    for (let index = 0; index < keys.length; index++) {
      const keyOf = keys[index]!;
      const compared = compareSortKeys(keyOf(a), keyOf(b), index === 0 ? sign : 1);
      if (compared !== 0) return compared;
    }
    return a.id < b.id ? -1 : Number(a.id > b.id);
  };
}
