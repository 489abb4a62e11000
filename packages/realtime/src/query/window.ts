import type { TreeNode } from '../tree/node.ts';
import {
  compareEntries,
  type Entry,
  entryOf,
  isAfterEnd,
  isBeforeStart,
  isInBounds,
} from './entry.ts';
import type { Index } from './indexes.ts';
import type { Query } from './query.ts';
import { Sorted } from './sorted.ts';

/** Whether a child lies between a query's bounds, regardless of the query's limit (protocol §5). */
export function inBounds(query: Query, key: string, child: TreeNode): boolean {
  return isInBounds(query, entryOf(query, key, child));
}

/**
 * Returns the keys of the children that a query selects (protocol §5). See {@link shownEntries}.
 */
export function shownKeys(
  query: Query,
  children: Map<string, TreeNode>,
  index: Index | undefined,
): string[] {
  return Array.from(shownEntries(query, children, index), ({ key }) => key);
}

/**
 * Returns the entries of the children that a query selects. With an index, visits only these
 * children, in ascending order or, for `limitToLast`, in descending order. Without an index, visits
 * all children.
 */
export function shownEntries(
  query: Query,
  children: Map<string, TreeNode>,
  index: Index | undefined,
): Iterable<Entry> {
  if (index === undefined) return scan(query, children);
  const entries = entriesBeyond(query, index, undefined);
  return query.limit === undefined ? entries : take(entries, query.limit.count);
}

/**
 * Returns the children in a query's range that follow `edge`: in ascending order or, for
 * `limitToLast`, in descending order. Without `edge`, returns all children in the range.
 */
export function* entriesBeyond(
  query: Query,
  { entries }: Index,
  edge: Entry | undefined,
): Generator<Entry, void> {
  if (query.limit?.side === 'last') {
    const from = (entry: Entry): boolean =>
      edge === undefined ? !isAfterEnd(query, entry) : compareEntries(entry, edge) < 0;
    for (const entry of entries.down(entries.seek(from))) {
      if (isBeforeStart(query, entry)) return;
      yield entry;
    }
    return;
  }
  const until = (entry: Entry): boolean =>
    edge === undefined ? isBeforeStart(query, entry) : compareEntries(entry, edge) <= 0;
  for (const entry of entries.up(entries.seek(until))) {
    if (isAfterEnd(query, entry)) return;
    yield entry;
  }
}

function* take(entries: Iterable<Entry>, count: number): Generator<Entry, void> {
  let left = count;
  for (const entry of entries) {
    yield entry;
    if (--left === 0) return;
  }
}

function* scan(query: Query, children: Map<string, TreeNode>): Generator<Entry, void> {
  const shown = query.limit && new Limited(query.limit);
  for (const [key, child] of children) {
    const entry = entryOf(query, key, child);
    if (!isInBounds(query, entry)) continue;
    if (shown === undefined) yield entry;
    else shown.offer(entry);
  }
  if (shown !== undefined) yield* shown;
}

/**
 * Keeps only as many entries as a query's limit allows: the first ones for `limitToFirst`, the last
 * ones for `limitToLast`.
 */
export class Limited {
  readonly #limit: NonNullable<Query['limit']>;
  readonly #entries = new Sorted(compareEntries);

  constructor(limit: NonNullable<Query['limit']>) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#entries.size;
  }

  get full(): boolean {
    return this.#entries.size >= this.#limit.count;
  }

  /**
   * The entry that is dropped if another one is added to a full list: the last one for
   * `limitToFirst`, otherwise the first one.
   */
  get edge(): Entry | undefined {
    return this.#limit.side === 'first' ? this.#entries.last : this.#entries.first;
  }

  [Symbol.iterator](): Iterator<Entry> {
    return this.#entries.up({ chunk: 0, offset: 0 });
  }

  /** Whether an entry comes before {@link edge}, and is therefore within the query's limit. */
  covers(entry: Entry): boolean {
    const { edge } = this;
    if (edge === undefined) return false;
    const order = compareEntries(entry, edge);
    return this.#limit.side === 'first' ? order < 0 : order > 0;
  }

  /**
   * Adds an entry if there is room, or if it comes before {@link edge}.
   * @returns the entry that was removed to make room
   */
  offer(entry: Entry): Entry | undefined {
    const evicted = this.full ? this.edge : undefined;
    if (evicted !== undefined) {
      if (!this.covers(entry)) return undefined;
      this.#entries.delete(evicted);
    }
    this.#entries.add(entry);
    return evicted;
  }

  delete(entry: Entry): void {
    this.#entries.delete(entry);
  }
}
