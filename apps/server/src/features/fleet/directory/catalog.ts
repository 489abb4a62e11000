import { compareSortKeys, type SortKey } from '@halyard/domain';
import { mapInTurns, Pauses } from '../../../platform/limits/pauses.ts';

/** A function that returns one sort key of a list entry. */
export type KeyOf<Entry> = (entry: Entry) => SortKey;

/**
 * A sort order for list entries: its name, and the sort keys to compare, the most important one
 * first.
 */
export interface SortOrder<Entry> {
  name: string;
  keys: readonly KeyOf<Entry>[];
  /**
   * The direction of the first sort key: 1 for ascending, -1 for descending. All later keys sort in
   * ascending order.
   */
  sign: 1 | -1;
}

interface Sorted<Entry> {
  entries: Entry[];
  isStale: boolean;
}

/**
 * Stores list entries by ID, and keeps a sorted copy for each sort order that was ever requested.
 * After a change, a copy is sorted again when it is next requested. This is fast, because most of
 * the copy is already in order.
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

  /** Returns all list entries in the given sort order. Entries with equal keys are sorted by ID. */
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
 * Returns list entries sorted by one key. Entries with equal keys keep their order. Sorts only the
 * distinct keys, which is faster because many entries share a key.
 */
export function sortedBy<Entry>(
  keyOf: KeyOf<Entry>,
  sign: 1 | -1,
  entries: readonly Entry[],
): Entry[] {
  const byKey = new Map<SortKey, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const same = byKey.get(key);
    if (same) same.push(entry);
    else byKey.set(key, [entry]);
  }
  const keys = [...byKey.keys()].sort((a, b) => compareSortKeys(a, b, sign));
  return keys.flatMap((key) => byKey.get(key)!);
}

/**
 * The number of list entries that are sorted per batch, which takes about a millisecond. The server
 * can handle other requests between batches.
 */
const RUN = 500;

/**
 * Returns a sorted copy of list entries that are not in a `Catalog`. Entries with equal keys are
 * sorted by ID. Computes each key only once per entry. Pauses regularly to let the server handle
 * other requests.
 */
export async function inOrder<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  { keys, sign }: SortOrder<Entry>,
): Promise<Entry[]> {
  const pauses = new Pauses();
  const compare = (a: Keyed<Entry>, b: Keyed<Entry>): number => {
    for (let index = 0; index < keys.length; index++) {
      const compared = compareSortKeys(a.keys[index]!, b.keys[index]!, index === 0 ? sign : 1);
      if (compared !== 0) return compared;
    }
    return compareIds(a.entry, b.entry);
  };
  let runs: Keyed<Entry>[][] = [];
  for (let start = 0; start < entries.length; start += RUN) {
    const run = entries.slice(start, start + RUN);
    const keyed = run.map((entry) => ({ entry, keys: keys.map((keyOf) => keyOf(entry)) }));
    runs.push(keyed.sort(compare));
    if (pauses.areDue) await pauses.take();
  }
  while (runs.length > 1) {
    const merged: Keyed<Entry>[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await mergedRuns(runs[index]!, runs[index + 1] ?? [], compare, pauses));
    runs = merged;
  }
  return mapInTurns(runs[0] ?? [], ({ entry }) => entry);
}

interface Keyed<Entry> {
  entry: Entry;
  keys: readonly SortKey[];
}

/** Merges two sorted lists. */
async function mergedRuns<Item>(
  a: readonly Item[],
  b: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pauses: Pauses,
): Promise<Item[]> {
  const merged: Item[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const isFirst = j === b.length || (i < a.length && compare(a[i]!, b[j]!) <= 0);
    merged.push(isFirst ? a[i++]! : b[j++]!);
    if (merged.length % RUN === 0 && pauses.areDue) await pauses.take();
  }
  return merged;
}

/**
 * Returns the entries that `isMatch` accepts, in the same order. Pauses regularly to let the server
 * handle other requests.
 */
export async function matchesIn<Entry>(
  entries: readonly Entry[],
  isMatch: (entry: Entry) => boolean,
): Promise<Entry[]> {
  const pauses = new Pauses();
  const found: Entry[] = [];
  for (let start = 0; start < entries.length; start += RUN) {
    for (const entry of entries.slice(start, start + RUN)) if (isMatch(entry)) found.push(entry);
    if (pauses.areDue) await pauses.take();
  }
  return found;
}

const compareIds = (a: { readonly id: string }, b: { readonly id: string }): number =>
  a.id < b.id ? -1 : Number(a.id > b.id);

/** Returns a function that compares list entries by the given sort order and then by ID. */
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
    return compareIds(a, b);
  };
}
