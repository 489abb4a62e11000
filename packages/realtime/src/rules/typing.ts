import type { Expression } from './ast.ts';
import type { Context, Value } from './context.ts';

/**
 * What is known of an expression before it runs. `primitive` is what `val()` gives; `any` is a
 * claim of `auth`; both are checked when the rule runs. `unknown` follows an error that has been
 * reported already, so that it is not reported again further up.
 */
export type Type =
  | 'boolean'
  | 'number'
  | 'string'
  | 'null'
  | 'primitive'
  | 'any'
  | 'snapshot'
  | 'query'
  | 'unknown';

/** A checked expression, ready to run. */
export interface Compiled {
  type: Type;
  run: (context: Context) => Value;
}

/** What the compilers of the parts of an expression share. */
export interface Compiler {
  compile(node: Expression): Compiled;
  /** Reports an error and returns a stand-in, so that the rest is checked as well. */
  fail(at: number, message: string): Compiled;
}

/** Whether the type is settled only when the rule runs. */
export function isOpen(type: Type): boolean {
  return type === 'primitive' || type === 'any' || type === 'unknown';
}

export function isOneOf(type: Type, allowed: readonly Type[]): boolean {
  return isOpen(type) || allowed.includes(type);
}

/** Rules are strict: a condition must be a boolean by its form, not by luck (protocol §19). */
export function isBoolean(type: Type): boolean {
  return type === 'boolean' || type === 'unknown';
}

const NAMES: Record<Type, string> = {
  boolean: 'a boolean',
  number: 'a number',
  string: 'a string',
  null: 'null',
  primitive: 'a value of the data, whose type is not known before',
  any: 'a value of auth, whose type is not known before',
  snapshot: 'a snapshot, not its value (write ".val()")',
  query: 'the query object',
  unknown: 'unknown',
};

export function nameOf(type: Type): string {
  return NAMES[type];
}

/** A run-time value in the words of a debug log, without its contents. */
export function describeValue(value: Value): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
