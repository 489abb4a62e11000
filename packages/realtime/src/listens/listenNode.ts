import type { LiveWindow } from '../query/liveWindow.ts';
import type { Query } from '../query/query.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';
import type { Listen } from './listen.ts';

/**
 * All listeners at one path with the same query. They share the set of keys that the query selects
 * (protocol §5).
 */
export interface View {
  readonly query: Query;
  readonly window: LiveWindow;
  readonly listens: Set<Listen>;
}

/** A path that has listeners at or below it. */
export class ListenNode {
  readonly path: Path;
  readonly children = new Map<string, ListenNode>();
  readonly listens = new Set<Listen>();
  readonly views = new Map<string, View>();
  /** Number of different queries with a limit at this path, by sort order. */
  readonly orders = new Map<string, number>();
  constructor(path: Path) {
    this.path = path;
  }
  get empty(): boolean {
    return this.children.size === 0 && this.listens.size === 0 && this.views.size === 0;
  }
}

/** Calls `visit` for a node and for all nodes below it. */
export function visitBelow(node: ListenNode, visit: (node: ListenNode) => void): void {
  visit(node);
  for (const child of node.children.values()) visitBelow(child, visit);
}

type Values = readonly [before: TreeNode | undefined, after: TreeNode | undefined];

/**
 * Calls `visit` for each path with listeners at or below a node. Skips a path that had data neither
 * before nor after the write, because it cannot have changed.
 */
export function visitBelowValues(
  node: ListenNode,
  values: Values,
  visit: (node: ListenNode) => void,
): void {
  const [before, after] = values.map((value) => value?.children ?? undefined);
  if (values[0] === undefined && values[1] === undefined) return;
  visit(node);
  const below = (key: string, child: ListenNode | undefined): void => {
    if (child === undefined) return;
    visitBelowValues(child, [before?.get(key), after?.get(key)], visit);
  };
  if ((before?.size ?? 0) + (after?.size ?? 0) > node.children.size) {
    for (const [key, child] of node.children) below(key, child);
    return;
  }
  for (const key of before?.keys() ?? []) below(key, node.children.get(key));
  for (const key of after?.keys() ?? []) {
    if (!before?.has(key)) below(key, node.children.get(key));
  }
}
