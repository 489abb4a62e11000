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

interface Patch {
  /** Whether the changes replace the tree's node at this path with `node`. */
  replaced: boolean;
  node: TreeNode | undefined;
  children: Map<string, Patch> | undefined;
  /** The new priority of the node at this path; undefined if the priority stays the same. */
  priority: Priority | undefined;
}

const newPatch = (): Patch => ({
  replaced: false,
  node: undefined,
  children: undefined,
  priority: undefined,
});

/**
 * Returns the tree as it will be after some changes, without applying them. Rules check a write
 * with this view (protocol §19: `newData`).
 */
export function viewWith(root: TreeNode | undefined, changes: readonly Change[]): RuleView {
  const patch = newPatch();
  // The patches from the root to the last path. They are reused, because the paths of an update
  // often begin with the same keys.
  const way = [patch];
  let last: Path = [];
  for (const change of changes) {
    const { path } = change;
    let depth = 0;
    while (depth < path.length && depth < last.length && path[depth] === last[depth]) depth++;
    let at = way[depth]!;
    for (; depth < path.length; depth++) {
      const key = path[depth]!;
      at.children ??= new Map();
      let next = at.children.get(key);
      if (next === undefined) {
        next = newPatch();
        at.children.set(key, next);
      }
      at = next;
      way[depth + 1] = at;
    }
    last = path;
    if ('node' in change) {
      at.replaced = true;
      at.node = change.node;
      at.children = undefined;
    } else at.priority = change.priority;
  }
  return patchedView(root, patch);
}

function patchedView(node: TreeNode | undefined, patch: Patch): RuleView {
  const base = patch.replaced ? patch.node : node;
  const { children, priority } = patch;
  if (children === undefined && priority === undefined) return viewOf(base);
  return new PatchedView(base, children ?? new Map(), priority);
}

class PatchedView implements RuleView {
  readonly #base: TreeNode | undefined;
  readonly #patches: Map<string, Patch>;
  readonly #priority: Priority;
  constructor(
    base: TreeNode | undefined,
    patches: Map<string, Patch>,
    priority: Priority | undefined,
  ) {
    this.#base = base;
    this.#patches = patches;
    this.#priority = priority === undefined ? (base?.priority ?? null) : priority;
  }
  exists(): boolean {
    return this.value() !== null || this.hasChildren();
  }
  value(): Primitive | null {
    // A write below a leaf replaces it; a deletion below a leaf changes nothing (protocol §6).
    const value = this.#base?.value ?? null;
    return value === null || this.hasChildren() ? null : value;
  }
  child(key: string): RuleView {
    const node = this.#base?.children?.get(key);
    const patch = this.#patches.get(key);
    return patch === undefined ? viewOf(node) : patchedView(node, patch);
  }
  hasChildren(): boolean {
    let untouched = this.#base?.children?.size ?? 0;
    if (untouched > this.#patches.size) return true;
    for (const [key, patch] of this.#patches) {
      const node = this.#base?.children?.get(key);
      if (node !== undefined) untouched--;
      if (patchedView(node, patch).exists()) return true;
    }
    return untouched > 0;
  }
  *keys(): Iterable<string> {
    for (const key of this.#base?.children?.keys() ?? []) {
      if (!this.#patches.has(key) || this.child(key).exists()) yield key;
    }
    for (const key of this.#patches.keys()) {
      if (!this.#base?.children?.has(key) && this.child(key).exists()) yield key;
    }
  }
  priority(): string | number | null {
    return this.exists() ? this.#priority : null;
  }
}
