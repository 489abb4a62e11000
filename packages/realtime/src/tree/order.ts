import type { TreeNode } from './node.ts';
import type { Priority } from './types.ts';

/** The SDK's names for "before all keys" and "after all keys" (protocol §5). */
export const MIN_NAME = '[MIN_NAME]';
export const MAX_NAME = '[MAX_NAME]';

/**
 * Returns the value of a 32-bit integer key (protocol §7: `-?0*\d{1,10}`); undefined for any other
 * key. Called very often while sorting.
 */
function asInt32(key: string): number | undefined {
  const negative = key.charCodeAt(0) === 45;
  const start = negative ? 1 : 0;
  if (key.length === start) return undefined;
  let number = 0;
  for (let i = start; i < key.length; i++) {
    const digit = key.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return undefined;
    number = number * 10 + digit;
    if (number > 2147483648) return undefined;
  }
  if (negative) return -number;
  return number === 2147483648 ? undefined : number;
}

/**
 * Compares keys (protocol §7): 32-bit integers first, by number, then all others by UTF-16 unit.
 */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  if (a === MIN_NAME || b === MAX_NAME) return -1;
  if (b === MIN_NAME || a === MAX_NAME) return 1;
  const x = asInt32(a);
  const y = asInt32(b);
  if (x !== undefined) {
    if (y === undefined) return -1;
    return x === y ? a.length - b.length : x - y;
  }
  if (y !== undefined) return 1;
  return a < b ? -1 : 1;
}

/**
 * Sorts keys (protocol §7). Takes linear time if they are already sorted, as they usually are,
 * because push IDs and list positions are written in order.
 */
export function keysInOrder(keys: Iterable<string>): string[] {
  const all = [...keys];
  for (let i = 1; i < all.length; i++) {
    if (compareKeys(all[i - 1]!, all[i]!) > 0) return sortedKeys(all);
  }
  return all;
}

/**
 * Sorts keys. Converts each numeric key to a number only once, and leaves all other keys to the
 * native sort by UTF-16 unit.
 */
function sortedKeys(keys: readonly string[]): string[] {
  const numbers: { key: string; number: number }[] = [];
  const others: string[] = [];
  for (const key of keys) {
    const number = asInt32(key);
    if (number === undefined) others.push(key);
    else numbers.push({ key, number });
  }
  numbers.sort((a, b) => a.number - b.number || a.key.length - b.key.length);
  return [...numbers.map(({ key }) => key), ...others.sort()];
}

function rank(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  if (typeof value === 'number') return 3;
  if (typeof value === 'string') return 4;
  return 5;
}

/** Represents any node with children when a query compares values. */
export const OBJECT = Symbol('object');
export type Comparable = string | number | boolean | null | typeof OBJECT;

/** Compares values (protocol §7): null < false < true < numbers < strings < objects. */
export function compareValues(a: Comparable, b: Comparable): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : 1;
  return rank(a) - rank(b);
}

/**
 * Compares priorities (protocol §7): none < numbers < strings. Numbers and strings are sorted like
 * values.
 */
export const comparePriorities: (a: Priority, b: Priority) => number = compareValues;

/**
 * Returns a branch's children by priority, then by key, which is the order used for hashes
 * (protocol §9).
 */
export function childrenInPriorityOrder(children: Map<string, TreeNode>): [string, TreeNode][] {
  return [...children].sort(
    ([aKey, a], [bKey, b]) => comparePriorities(a.priority, b.priority) || compareKeys(aKey, bKey),
  );
}
