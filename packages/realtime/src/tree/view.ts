import type { DataView as RuleView } from '../rules/types.ts';
import type { TreeNode } from './node.ts';
import type { Change } from './tree.ts';
import type { Path, Primitive, Priority } from './types.ts';

/** A node of the tree, without any pending changes, as rules see it. */
class NodeView implements RuleView {
  readonly #node: TreeNode | undefined;
  constructor(node: TreeNode | undefined) {
    this.#node = node;
  }
  exists(): boolean {
    return this.#node !== undefined;
  }
  value(): Primitive | null {
    return this.#node?.value ?? null;
  }
  child(key: string): RuleView {
    const child = this.#node?.children?.get(key);
    return child === undefined ? ABSENT : new NodeView(child);
  }
  hasChildren(): boolean {
    return this.#node?.children != null;
  }
  keys(): Iterable<string> {
    return this.#node?.children?.keys() ?? [];
  }
  priority(): string | number | null {
    return this.#node?.priority ?? null;
  }
}

const ABSENT = new NodeView(undefined);

/**
 * Returns a node of the tree, without any pending changes, as rules see it (protocol §19: `root`,
 * `data`).
 */
export const viewOf = (node: TreeNode | undefined): RuleView =>
  node === undefined ? ABSENT : new NodeView(node);

/** Returns the plain value of a view, without priorities; null if there is no data. */
export function plainOf(view: RuleView): unknown {
  if (!view.hasChildren()) return view.value();
  return Object.fromEntries(Array.from(view.keys(), (key) => [key, plainOf(view.child(key))]));
}

/**
 * Returns the tree as it will be after some changes, without applying them. Rules check a write
 * with this view (protocol §19: `newData`).
 */
export function viewWith(root: TreeNode | undefined, changes: readonly Change[]): RuleView {
  const top = new PatchedView(root);
  // The views from the root to the last path. They are reused, because the paths of an update often
  // begin with the same keys.
  const way = [top];
  let last: Path = [];
  for (const change of changes) {
    const { path } = change;
    let depth = 0;
    while (depth < path.length && depth < last.length && path[depth] === last[depth]) depth++;
    let at = way[depth]!;
    for (; depth < path.length; depth++) {
      at = at.patchedChild(path[depth]!);
      way[depth + 1] = at;
    }
    last = path;
    if ('node' in change) at.replace(change.node);
    else at.setPriority(change.priority);
  }
  return top;
}

/** A node of the tree with pending changes at the node or below it, as rules see it. */
class PatchedView implements RuleView {
  /** The node without the changes in `#patches` and `#priority`. */
  #base: TreeNode | undefined;
  #patches: Map<string, PatchedView> | undefined;
  /** The node's new priority; undefined if it does not change. Still applies after `replace`. */
  #priority: Priority | undefined;

  constructor(base: TreeNode | undefined) {
    this.#base = base;
  }

  /** Returns the view of a child that a change affects. Creates the view if necessary. */
  patchedChild(key: string): PatchedView {
    this.#patches ??= new Map();
    let child = this.#patches.get(key);
    if (child === undefined) {
      child = new PatchedView(this.#base?.children?.get(key));
      this.#patches.set(key, child);
    }
    return child;
  }

  replace(node: TreeNode | undefined): void {
    this.#base = node;
    this.#patches = undefined;
  }

  setPriority(priority: Priority): void {
    this.#priority = priority;
  }

  exists(): boolean {
    if (this.#patches === undefined) return this.#base !== undefined;
    return this.value() !== null || this.hasChildren();
  }

  value(): Primitive | null {
    // A write below a leaf replaces it; a deletion below a leaf changes nothing (protocol §6).
    const value = this.#base?.value ?? null;
    return value === null || this.hasChildren() ? null : value;
  }

  child(key: string): RuleView {
    return this.#patches?.get(key) ?? viewOf(this.#base?.children?.get(key));
  }

  hasChildren(): boolean {
    let untouched = this.#base?.children?.size ?? 0;
    if (this.#patches === undefined) return untouched > 0;
    if (untouched > this.#patches.size) return true;
    for (const [key, patch] of this.#patches) {
      if (patch.exists()) return true;
      if (this.#base?.children?.has(key)) untouched--;
    }
    return untouched > 0;
  }

  *keys(): Iterable<string> {
    const before = this.#base?.children;
    for (const key of before?.keys() ?? [])
      if (this.#patches?.get(key)?.exists() ?? true) yield key;
    for (const [key, patch] of this.#patches ?? [])
      if (!before?.has(key) && patch.exists()) yield key;
  }

  priority(): string | number | null {
    if (!this.exists()) return null;
    return this.#priority === undefined ? (this.#base?.priority ?? null) : this.#priority;
  }
}
