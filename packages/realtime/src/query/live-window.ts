import type { TreeNode } from '../tree/node.ts';
import { type Entry, entryOf, isInBounds } from './entry.ts';
import type { Index } from './indexes.ts';
import type { Query } from './query.ts';
import { entriesBeyond, inBounds, Limited, shownEntries } from './window.ts';

/** Finds the index to use; asked for only where it is needed. */
export type FindIndex = () => Index | undefined;

/** What became of the children of a window: what it shows of each, undefined for what left it. */
export type WindowChanges = Map<string, TreeNode | undefined>;

/** The keys that a query shows, kept up to date with the tree (protocol §5). */
export interface LiveWindow {
  keys(): Iterable<string>;
  /** Begins anew with a node. */
  reset(node: TreeNode | undefined, index: Index | undefined): void;
  /** Follows changes of the node's children that are called so, at or below them. */
  update(
    node: TreeNode | undefined,
    touched: ReadonlySet<string>,
    findIndex: FindIndex,
  ): WindowChanges;
}

export const liveWindow = (query: Query): LiveWindow =>
  query.limit === undefined ? new Range(query) : new LimitedRange(query, query.limit);

/** Without a limit, whether a child is shown depends on that child alone. */
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

/** With a limit, one child that comes or goes makes another one go or come. */
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
    /** Whether those that may have changed were shown. */
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
        // Beyond what is left of the window, others may come first.
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

  /** Takes a key out; answers whether it was in. */
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

  /** Fills a window whose entries are the first of what it is to show, and notes what came. */
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
