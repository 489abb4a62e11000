import type { RuleView } from '../rules/types.ts';
import { namesPriority } from './keys.ts';
import type { Path, Primitive, Priority } from './types.ts';

/**
 * One node of the tree: a leaf (a value, no children) or a branch (children, never empty). Missing
 * data has no node. Children are in a Map, so that keys such as `constructor` are ordinary keys
 * (protocol §6). Rules read nodes as they are.
 */
export class TreeNode implements RuleView {
  value: Primitive | null;
  children: Map<string, TreeNode> | null;
  priority: Priority;
  /** The node's hash, cached by `hash.ts` and cleared on every change at the node or below it. */
  hash: string | null = null;

  constructor(
    value: Primitive | null,
    children: Map<string, TreeNode> | null,
    priority: Priority = null,
  ) {
    this.value = value;
    this.children = children;
    this.priority = priority;
  }

  /** Whether there is data: true for every node of a tree. */
  exists(): boolean {
    return this.value !== null || this.children !== null;
  }

  /** Returns the child with a key; {@link ABSENT} if there is none. */
  child(key: string): TreeNode {
    return this.children?.get(key) ?? ABSENT;
  }

  hasChildren(): boolean {
    return this.children !== null;
  }

  keys(): Iterable<string> {
    return this.children?.keys() ?? [];
  }
}

/** What rules see where there is no data. Never part of a tree. */
export const ABSENT = new TreeNode(null, null);

export const leaf = (value: Primitive, priority: Priority = null): TreeNode =>
  new TreeNode(value, null, priority);

export const branch = (children: Map<string, TreeNode>, priority: Priority = null): TreeNode =>
  new TreeNode(null, children, priority);

/** Returns the node at a path below a node, or the node itself for an empty path. */
export function nodeAt(root: TreeNode | undefined, path: Path): TreeNode | undefined {
  let node = root;
  for (const key of path) {
    node = node?.children?.get(key);
    if (node === undefined) return undefined;
  }
  return node;
}

/**
 * Returns the node at a path below a node. If the path refers to a node's priority, returns the
 * priority as a leaf.
 */
export function valueAt(root: TreeNode | undefined, path: Path): TreeNode | undefined {
  if (!namesPriority(path)) return nodeAt(root, path);
  const priority = nodeAt(root, path.slice(0, -1))?.priority ?? null;
  return priority === null ? undefined : leaf(priority);
}

/** Whether two nodes have the same value, children and priorities. */
export function sameNode(a: TreeNode | undefined, b: TreeNode | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (a.value !== b.value || a.priority !== b.priority) return false;
  if (a.children === null || b.children === null) return a.children === b.children;
  if (a.children.size !== b.children.size) return false;
  for (const [key, child] of a.children) if (!sameNode(child, b.children.get(key))) return false;
  return true;
}
