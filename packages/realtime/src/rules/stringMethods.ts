import type { Expression } from './ast.ts';
import { type Context, Fault, type Value } from './context.ts';
import { MAX_STRING_LENGTH } from './limits.ts';
import { RegexpFault } from './regexp/fault.ts';
import { compileRegexp, TooMuchWork } from './regexp/index.ts';
import { type Compiled, type Compiler, describeValue, isOneOf, nameOf } from './typing.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;

interface StringMethod {
  result: 'boolean' | 'string';
  parameters: number;
  call: (text: string, first: string, second: string) => string | boolean;
}

const PLAIN_METHODS = new Map<string, StringMethod>([
  ['contains', { result: 'boolean', parameters: 1, call: (text, part) => text.includes(part) }],
  ['beginsWith', { result: 'boolean', parameters: 1, call: (text, part) => text.startsWith(part) }],
  ['endsWith', { result: 'boolean', parameters: 1, call: (text, part) => text.endsWith(part) }],
  ['replace', { result: 'string', parameters: 2, call: replace }],
  ['toLowerCase', { result: 'string', parameters: 0, call: (text) => text.toLowerCase() }],
  ['toUpperCase', { result: 'string', parameters: 0, call: (text) => text.toUpperCase() }],
]);

export const STRING_METHODS: ReadonlySet<string> = new Set([...PLAIN_METHODS.keys(), 'matches']);

/**
 * Compiles a method call on a string, or on a value that may turn out to be a string when the rule
 * runs (protocol §19).
 */
export function compileStringCall(node: CallNode, object: Compiled, compiler: Compiler): Compiled {
  if (node.method === 'matches') return compileMatches(node, object, compiler);
  const method = PLAIN_METHODS.get(node.method);
  if (method === undefined) {
    return compiler.fail(node.at, `There is no method "${node.method}" of ${nameOf(object.type)}`);
  }
  const { args } = node;
  if (args.length !== method.parameters) {
    return compiler.fail(
      node.at,
      `"${node.method}" takes ${count(method.parameters)}, not ${args.length}`,
    );
  }
  const runs = args.map((arg) => compileText(arg, node.method, compiler));
  const target = textOf(object.run, node.method);
  const first = runs[0] ?? noText;
  const second = runs[1] ?? noText;
  return {
    type: method.result,
    run: (context) => method.call(target(context), first(context), second(context)),
  };
}

function compileMatches(node: CallNode, object: Compiled, compiler: Compiler): Compiled {
  const [pattern, ...more] = node.args;
  if (pattern?.kind !== 'regexp' || more.length > 0) {
    return compiler.fail(
      node.at,
      '"matches" takes a regular expression literal, as in matches(/^a+$/)',
    );
  }
  try {
    const regexp = compileRegexp(pattern.source, pattern.flags);
    const target = textOf(object.run, node.method);
    return { type: 'boolean', run: (context) => match(regexp, target(context)) };
  } catch (error) {
    if (!(error instanceof RegexpFault)) throw error;
    return compiler.fail(pattern.at + 1 + error.at, error.message);
  }
}

function match(regexp: ReturnType<typeof compileRegexp>, text: string): boolean {
  try {
    return regexp.test(text);
  } catch (error) {
    if (error instanceof TooMuchWork) throw new Fault(error.message);
    throw error;
  }
}

/**
 * Compiles an argument that must be a string. If its type is unknown until the rule runs, it is
 * checked then.
 */
export function compileText(
  node: Expression,
  method: string,
  compiler: Compiler,
): (context: Context) => string {
  const { type, run } = compiler.compile(node);
  if (!isOneOf(type, ['string'])) {
    compiler.fail(node.at, `"${method}" takes strings, not ${nameOf(type)}`);
  }
  return (context) => {
    const value = run(context);
    if (typeof value !== 'string')
      throw new Fault(`"${method}" takes strings, not ${describeValue(value)}`);
    return value;
  };
}

function textOf(run: (context: Context) => Value, method: string): (context: Context) => string {
  return (context) => {
    const value = run(context);
    if (typeof value !== 'string')
      throw new Fault(`"${method}" is not a method of ${describeValue(value)}`);
    return value;
  };
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

function noText(): string {
  return '';
}

function count(parameters: number): string {
  return parameters === 0
    ? 'no argument'
    : parameters === 1
      ? 'one argument'
      : `${parameters} arguments`;
}
