import { branch, nodeAt, TreeNode } from './node.ts';
import type { Path, Priority } from './types.ts';

/**
 * A write at one path, which sets a node (undefined deletes it) or gives the existing node a
 * priority.
 */
export type Change = { readonly path: Path } & (
  | { readonly node: TreeNode | undefined }
  | { readonly priority: Priority }
);

/** A node before and after a change, with enough information to undo the change. */
export interface SlotChange {
  /** The tree that was changed. */
  readonly tree: Tree;
  readonly path: Path;
  readonly previous: TreeNode | undefined;
  readonly next: TreeNode | undefined;
}

/** Called for every tree node that is replaced, whether by a change or by undoing a change. */
export type OnReplace = (
  path: Path,
  previous: TreeNode | undefined,
  next: TreeNode | undefined,
) => void;

/**
 * The mutable root of a tree, such as the database's data tree. Each change replaces one node, at
 * the written path or above it. To undo changes, the previous nodes are restored in reverse order.
 */
export class Tree {
  root: TreeNode | undefined;
  /**
   * The prefix of the encoded paths in this tree's rows. It is empty, or a segment that cannot be a
   * key, so that the rows of different trees never collide.
   */
  readonly prefix: string;
  readonly #onReplace: OnReplace | undefined;

  constructor(prefix = '', onReplace?: OnReplace) {
    this.prefix = prefix;
    this.#onReplace = onReplace;
  }

  get(path: Path): TreeNode | undefined {
    return nodeAt(this.root, path);
  }

  /** Applies a change to the tree. Returns undefined if nothing changes. */
  apply(change: Change): SlotChange | undefined {
    if ('node' in change) return this.set(change.path, change.node);
    const { path, priority } = change;
    const node = this.get(path);
    // Missing data has no priority (protocol §6).
    if (node === undefined || node.priority === priority) return undefined;
    return this.#replace(path, new TreeNode(node.value, node.children, priority));
  }

  /**
   * Puts `node` at `path` (protocol §6: branches that become empty are removed, leaves above the
   * path are replaced).
   * @returns undefined if nothing changes
   */
  set(path: Path, node: TreeNode | undefined): SlotChange | undefined {
    return node === undefined ? this.#remove(path) : this.#put(path, node);
  }

  #put(path: Path, node: TreeNode): SlotChange | undefined {
    let at = this.root;
    let depth = 0;
    while (depth < path.length && at?.children) {
      at = at.children.get(path[depth]!);
      depth++;
      if (at === undefined || (at.children === null && depth < path.length)) break;
    }
    if (depth === path.length && sameLeaf(at, node)) return undefined;
    // `at` is the node at path[0, depth): the target itself, a leaf above it, or undefined.
    let next = node;
    for (let i = path.length - 1; i >= depth; i--) {
      // A leaf that becomes a branch keeps its priority, as in the SDK.
      const priority = i === depth ? (at?.priority ?? null) : null;
      next = branch(new Map([[path[i]!, next]]), priority);
    }
    const changed = depth === path.length ? path : path.slice(0, depth);
    this.#assign(changed, next);
    return { tree: this, path: changed, previous: at, next };
  }

  #remove(path: Path): SlotChange | undefined {
    if (this.get(path) === undefined) return undefined;
    let keep = 0;
    let at = this.root;
    for (let i = 0; i < path.length; i++) {
      // The deepest branch above the path that has other children stays.
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

  /** Undoes a change to the tree. Changes must be undone in reverse order. */
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

  /**
   * Returns the children of the branch at a path. Creates the branch if necessary, without
   * recording a change. Used only while the tree is loaded.
   */
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
