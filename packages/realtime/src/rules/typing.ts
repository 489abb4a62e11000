import type { Expression } from './ast.ts';
import type { Context } from './context.ts';

/**
 * The static type of an expression. `primitive` (the type of `val()`) and `any` (the type of a
 * claim in `auth`) are checked again when the rule runs. `unknown` is the type after an error, so
 * that the same error is not reported twice.
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

/** Runs a rule. Throws a `Fault` if a part of it has no value. */
export type RuleTest = (context: Context) => boolean;

/** A rule expression that has been checked, as JavaScript code. */
export interface Compiled {
  type: Type;
  /**
   * The JavaScript expression for the value. It can use the variable `context`, a {@link Context}.
   */
  code: string;
  /**
   * An expression for the snapshot's view, which is cheaper than `code` because it creates no
   * snapshot. Only for the type `snapshot`.
   */
  view?: string;
  /** Where `data` or `newData` is read. Missing for all other snapshots. */
  place?: PlaceCode;
}

/** The variable `data` or `newData` of a place on the path to the rule. */
export interface PlaceCode {
  /** The JavaScript expression for the `Place`. */
  code: string;
  variable: 'data' | 'newData';
}

/** The functions that the compilers for all kinds of rule expressions share. */
export interface Compiler {
  compile(node: Expression): Compiled;
  /**
   * Registers an object that the rule needs when it runs, and returns the code that refers to it.
   */
  constant(value: object): string;
  /**
   * Reports an error in a rule and returns a placeholder for the invalid expression, so that the
   * compiler can check the rest.
   */
  fail(at: number, message: string): Compiled;
}

/** Whether the type of an expression is known only when the rule runs. */
export function isOpen(type: Type): boolean {
  return type === 'primitive' || type === 'any' || type === 'unknown';
}

export function isOneOf(type: Type, allowed: readonly Type[]): boolean {
  return isOpen(type) || allowed.includes(type);
}

/**
 * Whether an expression may be used as a condition. Rules are strict: a value that is known to be a
 * boolean only at run time is not enough (protocol §19).
 */
export function isBoolean(type: Type): boolean {
  return type === 'boolean' || type === 'unknown';
}

const NAMES: Record<Type, string> = {
  boolean: 'a boolean',
  number: 'a number',
  string: 'a string',
  null: 'null',
  primitive: 'a value of the data, whose type is not known in advance',
  any: 'a value of auth, whose type is not known in advance',
  snapshot: 'a snapshot, not its value (write ".val()")',
  query: 'the query object',
  unknown: 'unknown',
};

export function nameOf(type: Type): string {
  return NAMES[type];
}
