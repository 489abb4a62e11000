import { RUNTIME } from './runtime.ts';
import type { RuleTest } from './typing.ts';

/**
 * Returns a value as a JavaScript literal. Literals are the only text from a rule that ends up in
 * the compiled code.
 */
export const literal = (value: string | number | boolean | null): string =>
  typeof value === 'number' ? `(${value})` : JSON.stringify(value);

/** Returns the code that calls a run-time function, given the code of its arguments. */
export const call = (name: keyof typeof RUNTIME, ...args: readonly string[]): string =>
  `${name}(${args.join(', ')})`;

/**
 * Compiles the code of a rule to a function.
 * @param constants the objects that the code refers to, such as regular expressions
 */
export function functionOf(code: string, constants: readonly unknown[]): RuleTest {
  const names = Object.keys(RUNTIME);
  // The code consists of literals, operators and names from this folder only. Closures that call
  // each other take twice as long (decision 28).
  const build = new Function(
    ...names,
    'constants',
    `'use strict'; return (context) => ${code} === true;`,
  );
  return build(...Object.values(RUNTIME), constants) as RuleTest;
}
