import { isRounded } from '../exactJson.ts';
import type { ArithmeticOperator, OrderOperator } from './ast.ts';
import { Fault, property, type Value } from './context.ts';
import { MAX_STRING_LENGTH } from './limits.ts';
import { type Regexp, TooMuchWork } from './regexp/index.ts';
import { type Snapshot, sameData } from './snapshot.ts';
import type { RuleView as View } from './types.ts';

/** The result of `val()` for a node with children. Rules can only compare it with other values. */
class WholeNode {
  readonly view: View;

  constructor(view: View) {
    this.view = view;
  }
}

/** Describes the type of a run-time value for a debug log, without its contents. */
function describeValue(value: Value): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Returns the result of `val()`: the primitive for a leaf, a {@link WholeNode} for a branch, null
 * if there is no data.
 */
function dataOf(view: View): Value {
  return view.value ?? (view.exists() ? new WholeNode(view) : null);
}

function parentOf<Child extends { readonly parent: Child | null }>({ parent }: Child): Child {
  if (parent === null) throw new Fault('the root has no parent');
  return parent;
}

/** Returns the snapshot at a path below another snapshot. */
function descend(snapshot: Snapshot, path: string): Snapshot {
  let at = snapshot;
  for (const key of splitPath(path)) at = at.child(key);
  return at;
}

function descendView(view: View, path: string): View {
  let at = view;
  for (const key of splitPath(path)) at = at.child(key);
  return at;
}

/** Whether a view has data at each of the given paths below it. */
const hasEach = (view: View, paths: readonly string[]): boolean =>
  paths.every((path) => descendView(view, path).exists());

/** Returns a claim of `auth`, or the length of a string. */
function memberOf(value: Value, name: string): Value {
  if (typeof value === 'string') return name === 'length' ? value.length : null;
  return property(value, name);
}

/** Returns a claim of `auth` whose name is computed when the rule runs. */
function claimOf(value: Value, name: Value): Value {
  if (typeof name !== 'string' && typeof name !== 'number') {
    throw new Fault(`a name in "[…]" must be a string, not ${describeValue(name)}`);
  }
  return memberOf(value, String(name));
}

/** Whether two values are equal. Nodes with children are equal if they have the same data. */
function same(left: Value, right: Value): boolean {
  if (left instanceof WholeNode && right instanceof WholeNode)
    return sameData(left.view, right.view);
  return left === right;
}

function compare(operator: OrderOperator, left: Value, right: Value): boolean {
  const holds = ORDERS[operator];
  if (typeof left === 'number' && typeof right === 'number') return holds(left, right);
  if (typeof left === 'string' && typeof right === 'string') return holds(left, right);
  throw new Fault(
    `"${operator}" cannot compare ${describeValue(left)} with ${describeValue(right)}`,
  );
}

type Ordered = <T extends number | string>(x: T, y: T) => boolean;
const ORDERS: Record<OrderOperator, Ordered> = {
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
};

function negate(value: Value): number {
  if (typeof value !== 'number') throw new Fault(`"-" needs a number, not ${describeValue(value)}`);
  return -value;
}

function calculate(operator: ArithmeticOperator, left: Value, right: Value): number | string {
  if (typeof left === 'number' && typeof right === 'number') {
    const result = CALCULATIONS[operator](left, right);
    if (operator !== '/' && operator !== '%' && isRounded(operator, left, right, result)) {
      throw new Fault(`"${operator}" of these integers cannot be kept exactly`);
    }
    return result;
  }
  const adds = operator === '+';
  if (adds && isTextual(left) && isTextual(right)) return `${left}${right}`;
  const wish = adds ? 'numbers or strings' : 'numbers';
  const odd = (adds ? isTextual(left) : typeof left === 'number') ? right : left;
  throw new Fault(`"${operator}" needs ${wish}, not ${describeValue(odd)}`);
}

const CALCULATIONS: Record<ArithmeticOperator, (x: number, y: number) => number> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  // In Firebase, a division by zero is NaN, never Infinity.
  '/': (x, y) => (y === 0 ? Number.NaN : x / y),
  '%': (x, y) => x % y,
};

function isTextual(value: Value): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Returns an argument of a string method. Throws if it is not a string. */
function argument(value: Value, method: string): string {
  if (typeof value !== 'string')
    throw new Fault(`"${method}" takes strings, not ${describeValue(value)}`);
  return value;
}

/** Returns the value on which a string method is called. Throws if it is not a string. */
function textOf(value: Value, method: string): string {
  if (typeof value !== 'string')
    throw new Fault(`"${method}" is not a method of ${describeValue(value)}`);
  return value;
}

/**
 * Replaces every occurrence of a substring, as `replace()` does in rules. Throws if the result
 * would be longer than the database can store.
 */
function replace(text: string, part: string, by: string): string {
  const occurrences = part === '' ? text.length + 1 : text.split(part).length - 1;
  if (text.length + occurrences * (by.length - part.length) > MAX_STRING_LENGTH) {
    throw new Fault('"replace" would make the string too long');
  }
  // Uses a function, because "$&" and similar patterns have no special meaning in rules.
  return text.replaceAll(part, () => by);
}

function matches(regexp: Regexp, text: string): boolean {
  try {
    return regexp.test(text);
  } catch (error) {
    if (error instanceof TooMuchWork) throw new Fault(error.message);
    throw error;
  }
}

/**
 * Splits the path given to `child()` into keys. Leading, trailing and duplicate slashes are
 * ignored.
 */
export function splitPath(path: string): readonly string[] {
  const keys = path.split('/');
  return keys.includes('') ? keys.filter((key) => key !== '') : keys;
}

/** The functions that compiled rules call, by name. */
export const RUNTIME = {
  argument,
  calculate,
  claimOf,
  compare,
  descend,
  descendView,
  hasEach,
  matches,
  memberOf,
  negate,
  parentOf,
  replace,
  same,
  textOf,
  dataOf,
};
