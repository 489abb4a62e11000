import type { RuleView } from '../rules/types.ts';
import { ABSENT, type TreeNode } from './node.ts';
import type { Change } from './tree.ts';
import type { Path, Primitive, Priority } from './types.ts';

/** Returns the data at the root of a tree, without any pending changes, as rules see it. */
export const viewOf = (root: TreeNode | undefined): RuleView => root ?? ABSENT;

/** Returns the plain value of a view, without priorities; null if there is no data. */
export function plainOf(view: RuleView): unknown {
  if (!view.hasChildren()) return view.value;
  return Object.fromEntries(Array.from(view.keys(), (key) => [key, plainOf(view.child(key))]));
}

/**
 * Returns the tree as it will be after some changes, without applying them. Rules check a write
 * with this view (protocol §19: `newData`).
 * @param changes in order; a new node also replaces the priority that an earlier change set
 */
export function viewWith(root: TreeNode | undefined, changes: readonly Change[]): RuleView {
  // The views from the root to the parent of the last changed node. They are reused, because the
  // paths of an update often begin with the same keys.
  const parents = [new PatchedView(root ?? ABSENT)];
  let last: Path = [];
  let hasLeaf = parents[0]!.value !== null;
  for (const change of changes) {
    const { path } = change;
    const end = path.length - 1;
    const reusable = Math.min(parents.length - 1, end);
    let depth = 0;
    while (depth < reusable && path[depth] === last[depth]) depth++;
    while (parents.length > depth + 1) parents.pop();
    for (; depth < end; depth++) {
      const child = parents[depth]!.patchedChild(path[depth]!);
      hasLeaf ||= child.value !== null;
      parents.push(child);
    }
    last = path;
    if ('priority' in change) {
      const at = end < 0 ? parents[0]! : parents[end]!.patchedChild(path[end]!);
      at.setPriority(change.priority);
    } else if (end < 0) {
      parents[0] = new PatchedView(change.node ?? ABSENT);
      hasLeaf = parents[0].value !== null;
    } else if (change.node === undefined) {
      parents[end]!.put(path[end]!, ABSENT);
      clearEmptied(parents);
    } else {
      parents[end]!.put(path[end]!, change.node);
      if (hasLeaf) for (const parent of parents) parent.becomeBranch();
    }
  }
  return parents[0]!;
}

/**
 * Removes branches whose last child was deleted, from the bottom up, as the tree does (protocol §6).
 * They also lose their priorities.
 */
function clearEmptied(parents: PatchedView[]): void {
  for (let depth = parents.length - 1; depth >= 0 && !parents[depth]!.exists(); depth--) {
    parents[depth]!.clear();
    while (parents.length > depth + 1) parents.pop();
  }
}

type Patch = PatchedView | TreeNode;

/** A node of the tree with pending changes at the node or below it, as rules see it. */
class PatchedView implements RuleView {
  /** The node without the changes in the patches and `#priority`. */
  #base: TreeNode;
  /** The first changed child. Most views have only one, which needs no map. */
  #first: Patch | undefined;
  #firstKey = '';
  /** The other changed children. */
  #others: Map<string, Patch> | undefined;
  /** The node's new priority; undefined if it does not change. */
  #priority: Priority | undefined;

  constructor(base: TreeNode) {
    this.#base = base;
  }

  /** Returns the view of a child that a change affects. Creates the view if necessary. */
  patchedChild(key: string): PatchedView {
    const known = this.child(key);
    if (known instanceof PatchedView) return known;
    const child = new PatchedView(known);
    this.put(key, child);
    return child;
  }

  /** Sets the data of a child. `ABSENT` deletes it. */
  put(key: string, child: Patch): void {
    if (this.#first === undefined || this.#firstKey === key) {
      this.#first = child;
      this.#firstKey = key;
    } else {
      this.#others ??= new Map();
      this.#others.set(key, child);
    }
  }

  setPriority(priority: Priority): void {
    this.#priority = priority;
  }

  /**
   * Forgets the value of a leaf, because a write below it has replaced it. The priority stays
   * (protocol §6).
   */
  becomeBranch(): void {
    if (this.#base.value === null) return;
    if (this.#priority === undefined) this.#priority = this.#base.priority;
    this.#base = ABSENT;
  }

  /** Forgets everything, because the data was deleted. */
  clear(): void {
    this.#base = ABSENT;
    this.#first = undefined;
    this.#others = undefined;
    this.#priority = undefined;
  }

  get value(): Primitive | null {
    return this.#base.value;
  }

  get priority(): string | number | null {
    if (!this.exists()) return null;
    return this.#priority === undefined ? this.#base.priority : this.#priority;
  }

  exists(): boolean {
    return this.#base.value !== null || this.hasChildren();
  }

  child(key: string): Patch {
    if (this.#first !== undefined && this.#firstKey === key) return this.#first;
    return this.#others?.get(key) ?? this.#base.child(key);
  }

  hasChildren(): boolean {
    if (this.#first === undefined) return this.#base.hasChildren();
    if (this.#first.exists()) return true;
    // More children than changes: at least one child is unchanged.
    const changes = 1 + (this.#others?.size ?? 0);
    if ((this.#base.children?.size ?? 0) > changes) return true;
    for (const _ of this.keys()) return true;
    return false;
  }

  *keys(): Iterable<string> {
    const before = this.#base.children;
    for (const key of before?.keys() ?? []) if (this.child(key).exists()) yield key;
    if (this.#first === undefined) return;
    if (!before?.has(this.#firstKey) && this.#first.exists()) yield this.#firstKey;
    for (const [key, patch] of this.#others ?? [])
      if (!before?.has(key) && patch.exists()) yield key;
  }
}
