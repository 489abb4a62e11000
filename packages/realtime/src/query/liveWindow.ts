import type { TreeNode } from '../tree/node.ts';
import { type Entry, entryOf, isInBounds } from './entry.ts';
import type { Index } from './indexes.ts';
import type { Query } from './query.ts';
import { entriesBeyond, inBounds, Limited, shownEntries } from './window.ts';

/** Returns the index for a query. Called only if the query needs to find more children. */
export type FindIndex = () => Index | undefined;

/**
 * The children that a query newly selects or whose data changed, by key. The value is undefined for
 * a child that the query no longer selects.
 */
export type WindowChanges = Map<string, TreeNode | undefined>;

/** The keys that a query selects, kept up to date with the tree (protocol §5). */
export interface LiveWindow {
  keys(): Iterable<string>;
  /** Recomputes the keys that the query selects from a node. */
  reset(node: TreeNode | undefined, index: Index | undefined): void;
  /**
   * Updates the keys that the query selects, after some children of `node` or values below them
   * have changed.
   * @param touched the keys of these children
   */
  update(
    node: TreeNode | undefined,
    touched: ReadonlySet<string>,
    findIndex: FindIndex,
  ): WindowChanges;
}

export const liveWindow = (query: Query): LiveWindow =>
  query.limit === undefined ? new Range(query) : new LimitedRange(query, query.limit);

/**
 * The keys that a query without a limit selects. In such a query, whether a child is selected does
 * not depend on other children.
 */
class Range implements LiveWindow {
  readonly #query: Query;
  #keys = new Set<string>();

  constructor(query: Query) {
    this.#query = query;
  }

  keys(): Iterable<string> {
    return this.#keys;
  }

  reset(node: TreeNode | undefined, index: Index | undefined): void {
    this.#keys = new Set();
    if (!node?.children) return;
    for (const { key } of shownEntries(this.#query, node.children, index)) this.#keys.add(key);
  }

  update(node: TreeNode | undefined, touched: ReadonlySet<string>): WindowChanges {
    const changes: WindowChanges = new Map();
    for (const key of touched) {
      const child = node?.children?.get(key);
      if (child !== undefined && inBounds(this.#query, key, child)) {
        this.#keys.add(key);
        changes.set(key, child);
      } else if (this.#keys.delete(key)) changes.set(key, undefined);
    }
    return changes;
  }
}

/**
 * The keys that a query with a limit selects. When a child is added, another may drop out; when a
 * child is removed, another may take its place.
 */
class LimitedRange implements LiveWindow {
  readonly #query: Query;
  readonly #limit: NonNullable<Query['limit']>;
  #entries = new Map<string, Entry>();
  #sorted: Limited;

  constructor(query: Query, limit: NonNullable<Query['limit']>) {
    this.#query = query;
    this.#limit = limit;
    this.#sorted = new Limited(limit);
  }

  keys(): Iterable<string> {
    return this.#entries.keys();
  }

  reset(node: TreeNode | undefined, index: Index | undefined): void {
    this.#entries = new Map();
    this.#sorted = new Limited(this.#limit);
    if (!node?.children) return;
    for (const entry of shownEntries(this.#query, node.children, index)) this.#take(entry);
  }

  update(
    node: TreeNode | undefined,
    touched: ReadonlySet<string>,
    findIndex: FindIndex,
  ): WindowChanges {
    /** For each child that may have changed, whether the query selected it before. */
    const before = new Map<string, boolean>();
    let missing = false;
    for (const key of touched) {
      const shown = this.#drop(key);
      before.set(key, shown);
      if (shown) missing = true;
    }
    for (const key of touched) {
      const child = node?.children?.get(key);
      if (child === undefined) continue;
      const entry = entryOf(this.#query, key, child);
      if (!isInBounds(this.#query, entry)) continue;
      if (this.#sorted.covers(entry)) {
        const evicted = this.#take(entry);
        if (evicted !== undefined && !before.has(evicted.key)) before.set(evicted.key, true);
      } else {
        // This entry is beyond the end of the remaining window, so others may come before it.
        missing = true;
      }
    }
    if (missing && !this.#sorted.full && node?.children) {
      this.#refill(node.children, findIndex, before);
    }
    const changes: WindowChanges = new Map();
    for (const [key, shown] of before) {
      if (this.#entries.has(key)) changes.set(key, node?.children?.get(key));
      else if (shown) changes.set(key, undefined);
    }
    return changes;
  }

  /** Removes a key from the selected keys. Returns whether it was among them. */
  #drop(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#entries.delete(key);
    this.#sorted.delete(entry);
    return true;
  }

  #take(entry: Entry): Entry | undefined {
    this.#entries.set(entry.key, entry);
    const evicted = this.#sorted.offer(entry);
    if (evicted !== undefined) this.#entries.delete(evicted.key);
    return evicted;
  }

  /**
   * Selects more children until the query's limit is reached again. Records in `before` that they
   * were not selected until now.
   */
  #refill(
    children: Map<string, TreeNode>,
    findIndex: FindIndex,
    before: Map<string, boolean>,
  ): void {
    if (this.#sorted.size === children.size) return;
    const index = findIndex();
    const candidates =
      index === undefined
        ? shownEntries(this.#query, children, undefined)
        : entriesBeyond(this.#query, index, this.#sorted.edge);
    for (const entry of candidates) {
      if (this.#entries.has(entry.key)) continue;
      this.#take(entry);
      if (!before.has(entry.key)) before.set(entry.key, false);
      if (this.#sorted.full) return;
    }
  }
}
