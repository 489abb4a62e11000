import { decodePath, encodePath, type StoredRow } from '../store/store.ts';
import { leafFromRow } from './json.ts';
import type { TreeNode } from './node.ts';
import type { SlotChange, Tree } from './tree.ts';

const PRIORITY = '.priority/';

/** Above so many leaves one range delete is cheaper than single ones. */
const CLEAR_ABOVE = 64;

/** Collects the rows of many changes into one batch whose parts are disjoint. */
export class BatchBuilder {
  readonly #clears = new Set<string>();
  /** Encoded path → JSON text, or null for a row that goes. */
  readonly #rows = new Map<string, string | null>();

  get empty(): boolean {
    return this.#clears.size === 0 && this.#rows.size === 0;
  }

  /** Adds what a change of the tree means for the rows. */
  add(change: SlotChange): void {
    const at = encodePath(change.path);
    if (change.previous !== undefined && countLeaves(change.previous, CLEAR_ABOVE) > CLEAR_ABOVE) {
      for (const path of this.#rows.keys()) if (path.startsWith(at)) this.#rows.delete(path);
      this.#clears.add(at);
      this.#write(at, undefined, change.next);
    } else {
      this.#write(at, change.previous, change.next);
    }
  }

  #write(at: string, previous: TreeNode | undefined, next: TreeNode | undefined): void {
    if (previous === next) return;
    const oldValue = previous?.value ?? null;
    const newValue = next?.value ?? null;
    if (newValue !== oldValue) {
      this.#rows.set(at, newValue === null ? null : JSON.stringify(newValue));
    }
    const oldPriority = previous?.priority ?? null;
    const newPriority = next?.priority ?? null;
    if (newPriority !== oldPriority) {
      this.#rows.set(at + PRIORITY, newPriority === null ? null : JSON.stringify(newPriority));
    }
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

/** Fills a tree from a store's rows, in whatever order they come. */
export class TreeLoader {
  readonly #tree: Tree;
  readonly #priorities: StoredRow[] = [];
  constructor(tree: Tree) {
    this.#tree = tree;
  }

  add(rows: readonly StoredRow[]): void {
    for (const row of rows) {
      if (row[0].endsWith(PRIORITY)) this.#priorities.push(row);
      else this.#tree.load(decodePath(row[0]), leafFromRow(row[1]));
    }
  }

  /** Sets the priorities, once every node is there. */
  finish(): void {
    for (const [path, text] of this.#priorities) {
      const node = this.#tree.get(decodePath(path.slice(0, -PRIORITY.length)));
      const priority = leafFromRow(text).value;
      if (node !== undefined && typeof priority !== 'boolean') node.priority = priority;
    }
  }
}
