import type { Expression } from './ast.ts';
import { call, literal } from './emit.ts';
import { RegexpFault } from './regexp/fault.ts';
import { compileRegexp } from './regexp/index.ts';
import { type Compiled, type Compiler, isOneOf, nameOf } from './typing.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;

interface StringMethod {
  result: 'boolean' | 'string';
  parameters: number;
  /** Returns the code for a call, given the code of the string and of the arguments. */
  call: (text: string, args: readonly string[]) => string;
}

const own =
  (name: string): StringMethod['call'] =>
  (text, args) =>
    `${text}.${name}(${args.join(', ')})`;

const PLAIN_METHODS = new Map<string, StringMethod>([
  ['contains', { result: 'boolean', parameters: 1, call: own('includes') }],
  ['beginsWith', { result: 'boolean', parameters: 1, call: own('startsWith') }],
  ['endsWith', { result: 'boolean', parameters: 1, call: own('endsWith') }],
  [
    'replace',
    { result: 'string', parameters: 2, call: (text, args) => call('replace', text, ...args) },
  ],
  ['toLowerCase', { result: 'string', parameters: 0, call: own('toLowerCase') }],
  ['toUpperCase', { result: 'string', parameters: 0, call: own('toUpperCase') }],
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
  const texts = args.map((arg) => compileText(arg, node.method, compiler));
  return { type: method.result, code: method.call(targetOf(object, node.method), texts) };
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
    const regexp = compiler.constant(compileRegexp(pattern.source, pattern.flags));
    return { type: 'boolean', code: call('matches', regexp, targetOf(object, node.method)) };
  } catch (error) {
    if (!(error instanceof RegexpFault)) throw error;
    return compiler.fail(pattern.at + 1 + error.at, error.message);
  }
}

/**
 * Compiles an argument that must be a string. If its type is unknown until the rule runs, it is
 * checked then.
 * @returns the code for the string
 */
export function compileText(node: Expression, method: string, compiler: Compiler): string {
  const { type, code } = compiler.compile(node);
  if (!isOneOf(type, ['string'])) {
    compiler.fail(node.at, `"${method}" takes strings, not ${nameOf(type)}`);
  }
  return type === 'string' ? code : call('argument', code, literal(method));
}

/**
 * Returns the code for the value on which a string method is called. Adds a type check if the value
 * might not be a string.
 */
const targetOf = ({ type, code }: Compiled, method: string): string =>
  type === 'string' ? code : call('textOf', code, literal(method));

function count(parameters: number): string {
  return parameters === 0
    ? 'no argument'
    : parameters === 1
      ? 'one argument'
      : `${parameters} arguments`;
}
