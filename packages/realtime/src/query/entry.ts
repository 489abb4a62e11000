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

export type SortOrder = Pick<Query, 'order' | 'orderPath'>;

/** The parts of a child that a query sorts by. */
export interface Entry {
  readonly key: string;
  /**
   * The value that children are sorted by before their keys are compared; always null when sorting
   * by key.
   */
  readonly value: Comparable;
}

export function compareEntries(a: Entry, b: Entry): number {
  return compareValues(a.value, b.value) || compareKeys(a.key, b.key);
}

export function comparable(node: TreeNode | undefined): Comparable {
  if (node === undefined) return null;
  return node.children === null ? node.value : OBJECT;
}

/** Returns the position of a child in a query's sort order (protocol §5, §7). */
export function entryOf({ order, orderPath }: SortOrder, key: string, child: TreeNode): Entry {
  switch (order.kind) {
    case 'key':
      return { key, value: null };
    case 'priority':
      return { key, value: child.priority };
    case 'value':
    case 'child':
      return { key, value: comparable(nodeAt(child, orderPath)) };
  }
}

function compareToBound({ order }: Query, entry: Entry, bound: Bound, defaultKey: string): number {
  if (order.kind === 'key') return compareKeys(entry.key, bound.value as string);
  return compareValues(entry.value, bound.value) || compareKeys(entry.key, bound.key ?? defaultKey);
}

/** Whether a child comes before the start of a query's range (protocol §5). */
export function isBeforeStart(query: Query, entry: Entry): boolean {
  if (query.start === undefined) return false;
  const order = compareToBound(query, entry, query.start, MIN_NAME);
  return order < 0 || (order === 0 && !query.start.inclusive);
}

/** Whether a child comes after the end of a query's range (protocol §5). */
export function isAfterEnd(query: Query, entry: Entry): boolean {
  if (query.end === undefined) return false;
  const order = compareToBound(query, entry, query.end, MAX_NAME);
  return order > 0 || (order === 0 && !query.end.inclusive);
}

/** Whether a child is in a query's range, regardless of the query's limit (protocol §5). */
export function isInBounds(query: Query, entry: Entry): boolean {
  return !isBeforeStart(query, entry) && !isAfterEnd(query, entry);
}
