import { nodeAt, type TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';
import { comparable, compareEntries, type Entry, entryOf, type SortOrder } from './entry.ts';
import { indexName } from './query.ts';
import { Sorted } from './sorted.ts';

type Children = Map<string, TreeNode>;

/** Minimum number of children for an index. With fewer, checking all of them is faster. */
const WORTH_AN_INDEX = 64;

/** A node's children, sorted in the order of one query. */
export class Index {
  readonly entries: Sorted<Entry>;
  readonly #order: SortOrder;

  constructor(order: SortOrder, children: Children) {
    const entries: Entry[] = [];
    for (const [key, child] of children) entries.push(entryOf(order, key, child));
    this.entries = new Sorted(compareEntries, entries);
    this.#order = order;
  }

  /**
   * Updates the index after a child, or a node below it, was replaced.
   * @param key the child's key
   * @param rest the path of the replaced node, relative to the child
   */
  follow(
    key: string,
    rest: Path,
    previous: TreeNode | undefined,
    next: TreeNode | undefined,
  ): void {
    const before = this.#entry(key, rest, previous);
    const after = this.#entry(key, rest, next);
    if (before?.value === after?.value && (before === undefined) === (after === undefined)) return;
    if (before !== undefined) this.entries.delete(before);
    if (after !== undefined) this.entries.add(after);
  }

  /**
   * Returns the index entry that the child would have with `node` at `rest`, a path relative to the
   * child. Undefined if the child does not exist, or if the node at `rest` does not affect the
   * entry.
   */
  #entry(key: string, rest: Path, node: TreeNode | undefined): Entry | undefined {
    if (rest.length === 0) return node && entryOf(this.#order, key, node);
    const { orderPath } = this.#order;
    if (rest.length > orderPath.length || rest.some((step, i) => step !== orderPath[i])) {
      return undefined;
    }
    return { key, value: comparable(nodeAt(node, orderPath.slice(rest.length))) };
  }
}

/**
 * The existing indexes of the tree. Each belongs to a node's map of children, so it disappears when
 * the node is replaced, and is found again if that change is undone.
 */
export class Indexes {
  /**
   * Indexes used since the last call of {@link age}. `#idle` contains the indexes last used before
   * that call.
   */
  #used = new WeakMap<Children, Map<string, Index>>();
  #idle = new WeakMap<Children, Map<string, Index>>();
  /** Whether `#used` and `#idle` may contain indexes. If not, writes can skip updating them. */
  #anyUsed = false;
  #anyIdle = false;

  /** Returns the index of a node's children, if it exists. */
  find(node: TreeNode | undefined, order: SortOrder): Index | undefined {
    if (!node?.children || !(this.#anyUsed || this.#anyIdle)) return undefined;
    const name = indexName(order);
    const used = this.#used.get(node.children)?.get(name);
    if (used !== undefined) return used;
    const idle = this.#idle.get(node.children);
    const found = idle?.get(name);
    if (found === undefined) return undefined;
    idle?.delete(name);
    this.#keep(node.children, name, found);
    return found;
  }

  /**
   * Returns the index of a node's children, building it if necessary; undefined if the node has too
   * few children for one.
   */
  make(node: TreeNode | undefined, order: SortOrder): Index | undefined {
    const found = this.find(node, order);
    if (found !== undefined || !node?.children || node.children.size < WORTH_AN_INDEX) return found;
    const made = new Index({ order: order.order, orderPath: order.orderPath }, node.children);
    this.#keep(node.children, indexName(order), made);
    return made;
  }

  #keep(children: Children, name: string, index: Index): void {
    const known = this.#used.get(children);
    if (known === undefined) this.#used.set(children, new Map([[name, index]]));
    else known.set(name, index);
    this.#anyUsed = true;
  }

  /** Drops one index of a node's children. */
  drop(node: TreeNode | undefined, order: SortOrder): void {
    if (!node?.children) return;
    this.#used.get(node.children)?.delete(indexName(order));
    this.#idle.get(node.children)?.delete(indexName(order));
  }

  /** Drops the indexes that no query has used since the last call. */
  age(): void {
    this.#idle = this.#used;
    this.#anyIdle = this.#anyUsed;
    this.#used = new WeakMap();
    this.#anyUsed = false;
  }

  /** Drops the indexes of all nodes. */
  clear(): void {
    this.age();
    this.age();
  }

  /** Updates the indexes after a node at a path was replaced, or after such a change was undone. */
  follow(
    root: TreeNode | undefined,
    path: Path,
    previous: TreeNode | undefined,
    next: TreeNode | undefined,
  ): void {
    if (!this.#anyUsed && !this.#anyIdle) return;
    let node = root;
    for (let depth = 0; depth < path.length && node?.children; depth++) {
      const key = path[depth]!;
      const used = this.#used.get(node.children);
      const idle = this.#idle.get(node.children);
      if (used !== undefined || idle !== undefined) {
        const rest = path.slice(depth + 1);
        for (const index of used?.values() ?? []) index.follow(key, rest, previous, next);
        for (const index of idle?.values() ?? []) index.follow(key, rest, previous, next);
      }
      node = node.children.get(key);
    }
  }
}
