import { nodeAt, type TreeNode } from '../tree/node.ts';
import {
  type Comparable,
  compareKeys,
  compareValues,
  MAX_NAME,
  MIN_NAME,
  OBJECT,
} from '../tree/order.ts';
import type { Bound, Query } from './query.ts';

function comparable(node: TreeNode | undefined): Comparable {
  if (node === undefined) return null;
  return node.children === null ? node.value : OBJECT;
}

/** What a query compares of a child (protocol §5, §7). */
function indexValue(query: Query, key: string, child: TreeNode): Comparable {
  switch (query.order.kind) {
    case 'key':
      return key;
    case 'value':
      return comparable(child);
    case 'priority':
      return child.priority;
    case 'child':
      return comparable(nodeAt(child, query.orderPath));
  }
}

function compareToBound(
  query: Query,
  key: string,
  value: Comparable,
  bound: Bound,
  defaultKey: string,
): number {
  if (query.order.kind === 'key') return compareKeys(key, bound.value as string);
  return compareValues(value, bound.value) || compareKeys(key, bound.key ?? defaultKey);
}

/** Whether a child lies between the query's bounds, its limit left aside (protocol §5). */
export function inBounds(query: Query, key: string, child: TreeNode): boolean {
  const value = indexValue(query, key, child);
  const { start, end } = query;
  if (start !== undefined) {
    const order = compareToBound(query, key, value, start, MIN_NAME);
    if (order < 0 || (order === 0 && !start.inclusive)) return false;
  }
  if (end !== undefined) {
    const order = compareToBound(query, key, value, end, MAX_NAME);
    if (order > 0 || (order === 0 && !end.inclusive)) return false;
  }
  return true;
}

/** The children that a query shows (protocol §5). A leaf shows none. */
export function computeWindow(query: Query, node: TreeNode | undefined): Map<string, TreeNode> {
  const window = new Map<string, TreeNode>();
  if (!node?.children) return window;
  if (query.limit === undefined) {
    for (const [key, child] of node.children) {
      if (inBounds(query, key, child)) window.set(key, child);
    }
    return window;
  }
  const candidates: { key: string; child: TreeNode; value: Comparable }[] = [];
  for (const [key, child] of node.children) {
    if (!inBounds(query, key, child)) continue;
    candidates.push({ key, child, value: indexValue(query, key, child) });
  }
  const { count, side } = query.limit;
  if (candidates.length > count) {
    const byKey = query.order.kind === 'key';
    candidates.sort(
      (a, b) => (byKey ? 0 : compareValues(a.value, b.value)) || compareKeys(a.key, b.key),
    );
  }
  const shown = side === 'first' ? candidates.slice(0, count) : candidates.slice(-count);
  for (const { key, child } of shown) window.set(key, child);
  return window;
}
