import { isRounded } from '../exactJson.ts';
import type { ArithmeticOperator, Expression, OrderOperator } from './ast.ts';
import { Fault, type Value } from './context.ts';
import { Snapshot, sameData } from './snapshot.ts';
import {
  type Compiled,
  type Compiler,
  describeValue,
  isBoolean,
  isOneOf,
  isOpen,
  nameOf,
  type Type,
} from './typing.ts';

type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

export function compileUnary(node: Node<'unary'>, compiler: Compiler): Compiled {
  const { type, run } = compiler.compile(node.operand);
  if (node.operator === '!') {
    if (!isBoolean(type)) return compiler.fail(node.at, `"!" needs a boolean, not ${nameOf(type)}`);
    return { type: 'boolean', run: (context) => !run(context) };
  }
  if (!isOneOf(type, ['number']))
    return compiler.fail(node.at, `"-" needs a number, not ${nameOf(type)}`);
  return {
    type: 'number',
    run(context) {
      const value = run(context);
      if (typeof value !== 'number')
        throw new Fault(`"-" needs a number, not ${describeValue(value)}`);
      return -value;
    },
  };
}

export function compileLogical(node: Node<'logical'>, compiler: Compiler): Compiled {
  const tests = node.operands.map((operand) => {
    const { type, run } = compiler.compile(operand);
    if (isBoolean(type)) return run;
    const hint = isOpen(type) ? '; compare it, as in "… == true"' : '';
    return compiler.fail(
      operand.at,
      `"${node.operator}" needs booleans, not ${nameOf(type)}${hint}`,
    ).run;
  });
  const decisive = node.operator === '||';
  return {
    type: 'boolean',
    run(context) {
      for (const test of tests) if (test(context) === decisive) return decisive;
      return !decisive;
    },
  };
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
    run: (context) => (test.run(context) ? yes.run(context) : no.run(context)),
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
  const [a, b] = [left.run, right.run];
  // A whole node can only equal another whole node.
  if (!isOpen(left.type) || !isOpen(right.type)) {
    return { type: 'boolean', run: (context) => (a(context) === b(context)) === wanted };
  }
  return { type: 'boolean', run: (context) => same(a(context), b(context)) === wanted };
}

function same(left: Value, right: Value): boolean {
  if (left instanceof Snapshot && right instanceof Snapshot) return sameData(left.view, right.view);
  return left === right;
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
  const holds = ORDERS[operator];
  const [a, b] = [left.run, right.run];
  return {
    type: 'boolean',
    run(context) {
      const x = a(context);
      const y = b(context);
      if (typeof x === 'number' && typeof y === 'number') return holds(x, y);
      if (typeof x === 'string' && typeof y === 'string') return holds(x, y);
      throw new Fault(`"${operator}" cannot compare ${describeValue(x)} with ${describeValue(y)}`);
    },
  };
}

type Ordered = <T extends number | string>(x: T, y: T) => boolean;
const ORDERS: Record<OrderOperator, Ordered> = {
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
};

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
  const calculate = CALCULATIONS[operator];
  const [a, b] = [left.run, right.run];
  return {
    type: adds ? sumType(left.type, right.type) : 'number',
    run(context) {
      const x = a(context);
      const y = b(context);
      if (typeof x === 'number' && typeof y === 'number') {
        const result = calculate(x, y);
        if (operator !== '/' && operator !== '%' && isRounded(operator, x, y, result)) {
          throw new Fault(`"${operator}" of these integers cannot be kept exactly`);
        }
        return result;
      }
      if (adds && isTextual(x) && isTextual(y)) return `${x}${y}`;
      const odd = adds ? (isTextual(x) ? y : x) : typeof x === 'number' ? y : x;
      throw new Fault(`"${operator}" needs ${wish}, not ${describeValue(odd)}`);
    },
  };
}

const CALCULATIONS: Record<ArithmeticOperator, (x: number, y: number) => number> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  // In Firebase, a division by zero is NaN, never Infinity.
  '/': (x, y) => (y === 0 ? Number.NaN : x / y),
  '%': (x, y) => x % y,
};

function sumType(left: Type, right: Type): Type {
  if (left === 'string' || right === 'string') return 'string';
  return left === 'number' && right === 'number' ? 'number' : 'primitive';
}

function isTextual(value: Value): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
