import { decodePath, type StoredRow } from '../store/store.ts';
import { leafFromRow, primitiveJson } from './json.ts';
import { PRIORITY } from './keys.ts';
import type { TreeNode } from './node.ts';
import type { SlotChange, Tree } from './tree.ts';
import type { Path } from './types.ts';

const PRIORITY_ROW = `${PRIORITY}/`;

/** Path prefix of all rows that store onDisconnect writes (protocol §11). */
export const DISCONNECT_PREFIX = '.disconnect/';

/** Path prefix of all rows that store settings, such as rules set through the API. */
export const SETTINGS_PREFIX = '.settings/';

/**
 * Number of leaves of a subtree above which one range delete is cheaper than individual deletes.
 */
const CLEAR_ABOVE = 64;

/**
 * Encodes paths as `encodePath` does, but faster if a path has the same parent as the previous one,
 * as most paths do.
 */
class PathEncoder {
  #last: Path = [];
  /** The parent path of the last encoded path, in encoded form. */
  #parent = '';

  encode(path: Path): string {
    const key = path.at(-1);
    if (key === undefined) return '';
    if (!haveSameParent(path, this.#last)) {
      // Joined to one flat string, because appending key by key makes each use of it slower.
      this.#parent = path.length === 1 ? '' : `${path.slice(0, -1).join('/')}/`;
      this.#last = path;
    }
    return `${this.#parent}${key}/`;
  }
}

function haveSameParent(a: Path, b: Path): boolean {
  if (a.length !== b.length) return false;
  for (let i = a.length - 2; i >= 0; i--) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Combines the row changes of many tree changes into one batch, which puts or removes each row at
 * most once.
 */
export class BatchBuilder {
  readonly #paths = new PathEncoder();
  readonly #clears = new Set<string>();
  /** The changed rows by encoded path: JSON text, or null for a row to delete. */
  readonly #rows = new Map<string, string | null>();

  get empty(): boolean {
    return this.#clears.size === 0 && this.#rows.size === 0;
  }

  /** Adds the row changes that one change of the tree causes. */
  add(change: SlotChange): void {
    const { previous, next } = change;
    const at = change.tree.prefix + this.#paths.encode(change.path);
    // Only the priority is new. The children are the same, however many there are.
    if (previous?.children && previous.children === next?.children) {
      this.#writeOwn(at, previous, next);
      return;
    }
    if (at === '' && previous?.children) this.#addRoot(previous, next);
    else this.#addAt(at, previous, next);
  }

  /**
   * Adds the rows of a change to the root, separately for each child. Clearing the root itself
   * would also delete the rows stored alongside the tree.
   */
  #addRoot(previous: TreeNode, next: TreeNode | undefined): void {
    for (const [key, child] of previous.children ?? []) {
      this.#addAt(`${key}/`, child, next?.children?.get(key));
    }
    for (const [key, child] of next?.children ?? []) {
      if (!previous.children?.has(key)) this.#write(`${key}/`, undefined, child);
    }
    this.#writeOwn('', previous, next);
  }

  #addAt(at: string, previous: TreeNode | undefined, next: TreeNode | undefined): void {
    if (previous !== undefined && countLeaves(previous, CLEAR_ABOVE) > CLEAR_ABOVE) {
      for (const path of this.#rows.keys()) if (path.startsWith(at)) this.#rows.delete(path);
      this.#clears.add(at);
      this.#write(at, undefined, next);
    } else {
      this.#write(at, previous, next);
    }
  }

  #write(at: string, previous: TreeNode | undefined, next: TreeNode | undefined): void {
    if (previous === next) return;
    this.#writeOwn(at, previous, next);
    if (previous?.children) {
      for (const [key, child] of previous.children) {
        if (!next?.children?.has(key)) this.#write(`${at}${key}/`, child, undefined);
      }
    }
    if (next?.children) {
      for (const [key, child] of next.children) {
        this.#write(`${at}${key}/`, previous?.children?.get(key), child);
      }
    }
  }

  /** Adds the rows of a node itself: its value and its priority. */
  #writeOwn(at: string, previous: TreeNode | undefined, next: TreeNode | undefined): void {
    const oldValue = previous?.value ?? null;
    const newValue = next?.value ?? null;
    if (newValue !== oldValue) {
      this.#rows.set(at, newValue === null ? null : primitiveJson(newValue));
    }
    const oldPriority = previous?.priority ?? null;
    const newPriority = next?.priority ?? null;
    if (newPriority !== oldPriority) {
      this.#rows.set(at + PRIORITY_ROW, newPriority === null ? null : primitiveJson(newPriority));
    }
  }

  build(): { clears: string[]; removes: string[]; puts: StoredRow[] } {
    const removes: string[] = [];
    const puts: StoredRow[] = [];
    for (const [path, text] of this.#rows) {
      if (text === null) removes.push(path);
      else puts.push([path, text]);
    }
    return { clears: [...this.#clears], removes, puts };
  }
}

function countLeaves(node: TreeNode, stopAbove: number): number {
  if (node.children === null) return 1;
  let count = 0;
  for (const child of node.children.values()) {
    count += countLeaves(child, stopAbove - count);
    if (count > stopAbove) break;
  }
  return count;
}

/** Adds stored leaves, in any order, to a tree that is being loaded. */
class LeafLoader {
  readonly #tree: Tree;
  /**
   * The encoded parent path of the row that was added last. Most rows have the same parent as the
   * previous row.
   */
  #above: string | undefined;
  #children = new Map<string, TreeNode>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /**
   * Adds a stored leaf to the tree.
   * @param path the encoded path in the tree, without the tree's prefix
   */
  add(path: string, leaf: TreeNode): void {
    if (path === '') {
      this.#tree.root = leaf;
      return;
    }
    const start = path.lastIndexOf('/', path.length - 2) + 1;
    if (start !== this.#above?.length || !path.startsWith(this.#above)) {
      this.#above = path.slice(0, start);
      this.#children = this.#tree.loadBranch(decodePath(this.#above));
    }
    this.#children.set(path.slice(start, -1), leaf);
  }
}

/** Loads the tree, and the trees stored alongside it, from a store's rows. */
export class TreeLoader {
  readonly #tree: Tree;
  readonly #leaves: LeafLoader;
  readonly #beside: { prefix: string; leaves: LeafLoader }[];
  readonly #priorities: { path: string; leaf: TreeNode }[] = [];
  constructor(tree: Tree, ...beside: Tree[]) {
    this.#tree = tree;
    this.#leaves = new LeafLoader(tree);
    this.#beside = beside.map((each) => ({ prefix: each.prefix, leaves: new LeafLoader(each) }));
  }

  /**
   * Adds stored rows to the tree, or to a tree that is stored alongside it.
   * @throws Error if a row is damaged
   */
  add(rows: readonly StoredRow[]): void {
    for (const [path, text] of rows) {
      const leaf = leafFromRow(text);
      // No key begins with a dot, so the row is the root's priority, or belongs to a tree stored
      // alongside.
      const beside = path.startsWith('.') ? this.#besideOf(path) : undefined;
      if (beside !== undefined) {
        beside.leaves.add(path.slice(beside.prefix.length), leaf);
      } else if (path.endsWith(PRIORITY_ROW)) this.#priorities.push({ path, leaf });
      else this.#leaves.add(path, leaf);
    }
  }

  #besideOf(path: string): { prefix: string; leaves: LeafLoader } | undefined {
    return this.#beside.find(({ prefix }) => path.startsWith(prefix));
  }

  /** Sets the priorities of the loaded nodes. Called after all nodes are loaded. */
  finish(): void {
    for (const { path, leaf } of this.#priorities) {
      const node = this.#tree.get(decodePath(path.slice(0, -PRIORITY_ROW.length)));
      const priority = leaf.value;
      if (node !== undefined && typeof priority !== 'boolean') node.priority = priority;
    }
  }
}
