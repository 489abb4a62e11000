import { branch, nodeAt, TreeNode } from './node.ts';
import type { Path, Priority } from './types.ts';

/** What a write does at one place: puts a node (undefined deletes), or gives what is there a priority. */
export type Change = { readonly path: Path } & (
  | { readonly node: TreeNode | undefined }
  | { readonly priority: Priority }
);

/** One changed place: what was there and what is there now. Enough to take the change back. */
export interface SlotChange {
  /** Whose place it is. */
  readonly tree: Tree;
  readonly path: Path;
  readonly previous: TreeNode | undefined;
  readonly next: TreeNode | undefined;
}

/** Told of every node that was replaced at a path, by a change or when one is taken back. */
export type OnReplace = (
  path: Path,
  previous: TreeNode | undefined,
  next: TreeNode | undefined,
) => void;

/**
 * The mutable head of the database. Every change comes down to replacing one node at one place, at
 * or above the path that was written, so that it can be taken back, in reverse order, at any time.
 */
export class Tree {
  root: TreeNode | undefined;
  /** What its rows' paths begin with: empty, or a segment that no key can be called. */
  readonly prefix: string;
  readonly #onReplace: OnReplace | undefined;

  constructor(prefix = '', onReplace?: OnReplace) {
    this.prefix = prefix;
    this.#onReplace = onReplace;
  }

  get(path: Path): TreeNode | undefined {
    return nodeAt(this.root, path);
  }

  /** Makes a change; undefined where nothing changes. */
  apply(change: Change): SlotChange | undefined {
    if ('node' in change) return this.set(change.path, change.node);
    const { path, priority } = change;
    const node = this.get(path);
    // What is absent has no priority (protocol §6).
    if (node === undefined || node.priority === priority) return undefined;
    return this.#replace(path, new TreeNode(node.value, node.children, priority));
  }

  /**
   * Puts `node` at `path` (protocol §6: branches that become empty vanish, leaves on the way are
   * replaced). Undefined where that changes nothing.
   */
  set(path: Path, node: TreeNode | undefined): SlotChange | undefined {
    return node === undefined ? this.#remove(path) : this.#put(path, node);
  }

  #put(path: Path, node: TreeNode): SlotChange | undefined {
    let at = this.root;
    let depth = 0;
    while (depth < path.length && at?.children) {
      const child = at.children.get(path[depth]!);
      depth++;
      if (child === undefined || (child.children === null && depth < path.length)) {
        at = child;
        break;
      }
      at = child;
    }
    if (depth === path.length && sameLeaf(at, node)) return undefined;
    // `at` is what stands at path[0, depth): the target itself, a leaf on the way, or nothing.
    let next = node;
    for (let i = path.length - 1; i >= depth; i--) {
      // A leaf that turns into a branch keeps its priority, as in the SDK.
      const priority = i === depth ? (at?.priority ?? null) : null;
      next = branch(new Map([[path[i]!, next]]), priority);
    }
    return this.#replace(path.slice(0, depth), next);
  }

  #remove(path: Path): SlotChange | undefined {
    if (this.get(path) === undefined) return undefined;
    let keep = 0;
    let at = this.root;
    for (let i = 0; i < path.length; i++) {
      // The deepest branch on the way that has other children stays.
      if (at!.children!.size > 1) keep = i + 1;
      at = at!.children!.get(path[i]!);
    }
    return this.#replace(path.slice(0, keep), undefined);
  }

  #replace(path: Path, next: TreeNode | undefined): SlotChange {
    const change = { tree: this, path, previous: this.get(path), next };
    this.#assign(path, next);
    return change;
  }

  /** Takes a change back. Changes must be taken back in reverse order. */
  undo(change: SlotChange): void {
    this.#assign(change.path, change.previous);
  }

  #assign(path: Path, node: TreeNode | undefined): void {
    if (path.length === 0) {
      this.root = node;
      return;
    }
    let at = this.root!;
    at.hash = null;
    for (let i = 0; i < path.length - 1; i++) {
      at = at.children!.get(path[i]!)!;
      at.hash = null;
    }
    const key = path[path.length - 1]!;
    const previous = at.children!.get(key);
    if (node === undefined) at.children!.delete(key);
    else at.children!.set(key, node);
    this.#onReplace?.(path, previous, node);
  }

  /** The branch at a path while loading, made where there is none; no change is recorded. */
  loadBranch(path: Path): Map<string, TreeNode> {
    this.root ??= branch(new Map());
    let children = this.root.children!;
    for (const key of path) {
      let child = children.get(key);
      if (child === undefined) {
        child = branch(new Map());
        children.set(key, child);
      }
      children = child.children!;
    }
    return children;
  }
}

function sameLeaf(a: TreeNode | undefined, b: TreeNode): boolean {
  return (
    a !== undefined &&
    a.children === null &&
    b.children === null &&
    a.value === b.value &&
    a.priority === b.priority
  );
}
