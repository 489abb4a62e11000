import type { ArithmeticOperator, Expression, OrderOperator } from './ast.ts';
import { call, literal } from './emit.ts';
import {
  type Compiled,
  type Compiler,
  isBoolean,
  isOneOf,
  isOpen,
  nameOf,
  type Type,
} from './typing.ts';

type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

export function compileUnary(node: Node<'unary'>, compiler: Compiler): Compiled {
  const { type, code } = compiler.compile(node.operand);
  if (node.operator === '!') {
    if (!isBoolean(type)) return compiler.fail(node.at, `"!" needs a boolean, not ${nameOf(type)}`);
    return { type: 'boolean', code: `!${code}` };
  }
  if (!isOneOf(type, ['number']))
    return compiler.fail(node.at, `"-" needs a number, not ${nameOf(type)}`);
  return { type: 'number', code: call('negate', code) };
}

export function compileLogical(node: Node<'logical'>, compiler: Compiler): Compiled {
  const tests = node.operands.map((operand) => {
    const { type, code } = compiler.compile(operand);
    if (isBoolean(type)) return code;
    const hint = isOpen(type) ? '; compare it, as in "… == true"' : '';
    return compiler.fail(
      operand.at,
      `"${node.operator}" needs booleans, not ${nameOf(type)}${hint}`,
    ).code;
  });
  return { type: 'boolean', code: `(${tests.join(` ${node.operator} `)})` };
}

export function compileChoice(node: Node<'choice'>, compiler: Compiler): Compiled {
  const test = compiler.compile(node.test);
  const yes = compiler.compile(node.yes);
  const no = compiler.compile(node.no);
  if (!isBoolean(test.type)) {
    return compiler.fail(
      node.test.at,
      `The condition before "?" must be a boolean, not ${nameOf(test.type)}`,
    );
  }
  return {
    type: eitherType(node, yes.type, no.type, compiler),
    code: `(${test.code} ? ${yes.code} : ${no.code})`,
  };
}

function eitherType(node: Node<'choice'>, yes: Type, no: Type, compiler: Compiler): Type {
  if (yes === no) return yes;
  if (yes === 'unknown' || no === 'unknown') return 'unknown';
  const apart: Type[] = ['snapshot', 'query'];
  if (apart.includes(yes) || apart.includes(no)) {
    return compiler.fail(
      node.at,
      `"?" cannot give ${nameOf(yes)} in one case and ${nameOf(no)} in the other`,
    ).type;
  }
  return yes === 'any' || no === 'any' ? 'any' : 'primitive';
}

export function compileBinary(node: Node<'binary'>, compiler: Compiler): Compiled {
  const left = compiler.compile(node.left);
  const right = compiler.compile(node.right);
  const { operator } = node;
  switch (operator) {
    case '==':
    case '===':
      return compileEquality(node, left, right, true, compiler);
    case '!=':
    case '!==':
      return compileEquality(node, left, right, false, compiler);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(node, operator, left, right, compiler);
    default:
      return compileArithmetic(node, operator, left, right, compiler);
  }
}

function compileEquality(
  node: Node<'binary'>,
  left: Compiled,
  right: Compiled,
  wanted: boolean,
  compiler: Compiler,
): Compiled {
  for (const { type } of [left, right]) {
    if (type === 'snapshot' || type === 'query') {
      return compiler.fail(node.at, `"${node.operator}" cannot compare ${nameOf(type)}`);
    }
  }
  // A whole node can only equal another whole node.
  const isPlain = !isOpen(left.type) || !isOpen(right.type);
  const equal = isPlain ? `(${left.code} === ${right.code})` : call('same', left.code, right.code);
  return { type: 'boolean', code: wanted ? equal : `!${equal}` };
}

function compileOrder(
  node: Node<'binary'>,
  operator: OrderOperator,
  left: Compiled,
  right: Compiled,
  compiler: Compiler,
): Compiled {
  for (const { type } of [left, right]) {
    if (!isOneOf(type, ['number', 'string', 'null'])) {
      return compiler.fail(
        node.at,
        `"${operator}" needs two numbers or two strings, not ${nameOf(type)}`,
      );
    }
  }
  if (!isOpen(left.type) && !isOpen(right.type) && left.type !== right.type) {
    return compiler.fail(
      node.at,
      `"${operator}" cannot compare ${nameOf(left.type)} with ${nameOf(right.type)}`,
    );
  }
  const isPlain = !isOpen(left.type) && left.type !== 'null' && !isOpen(right.type);
  return {
    type: 'boolean',
    code: isPlain
      ? `(${left.code} ${operator} ${right.code})`
      : call('compare', literal(operator), left.code, right.code),
  };
}

function compileArithmetic(
  node: Node<'binary'>,
  operator: ArithmeticOperator,
  left: Compiled,
  right: Compiled,
  compiler: Compiler,
): Compiled {
  const adds = operator === '+';
  const allowed: Type[] = adds ? ['number', 'string'] : ['number'];
  const wish = adds ? 'numbers or strings' : 'numbers';
  for (const { type } of [left, right]) {
    if (!isOneOf(type, allowed))
      return compiler.fail(node.at, `"${operator}" needs ${wish}, not ${nameOf(type)}`);
  }
  return {
    type: adds ? sumType(left.type, right.type) : 'number',
    code: call('calculate', literal(operator), left.code, right.code),
  };
}

function sumType(left: Type, right: Type): Type {
  if (left === 'string' || right === 'string') return 'string';
  return left === 'number' && right === 'number' ? 'number' : 'primitive';
}
