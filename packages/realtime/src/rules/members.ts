import type { Expression } from './ast.ts';
import type { QueryValue } from './context.ts';
import { call, literal } from './emit.ts';
import { compileSnapshotCall, SNAPSHOT_METHODS } from './snapshotMethods.ts';
import { compileStringCall, STRING_METHODS } from './stringMethods.ts';
import { type Compiled, type Compiler, isOneOf, nameOf, type Type } from './typing.ts';

type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

const QUERY_TYPES = new Map<string, Type>(
  Object.entries({
    orderByKey: 'boolean',
    orderByValue: 'boolean',
    orderByPriority: 'boolean',
    orderByChild: 'primitive',
    startAt: 'primitive',
    endAt: 'primitive',
    equalTo: 'primitive',
    limitToFirst: 'primitive',
    limitToLast: 'primitive',
  } satisfies Record<keyof QueryValue, Type>),
);

/**
 * Compiles the expression `object.name`: a property of `query`, a claim of `auth`, or the length of
 * a string.
 */
export function compileMember(node: Node<'member'>, compiler: Compiler): Compiled {
  const { type, code } = compiler.compile(node.object);
  const { name } = node;
  switch (type) {
    case 'unknown':
      return { type, code };
    case 'query': {
      const kind = QUERY_TYPES.get(name);
      if (kind === undefined) return compiler.fail(node.at, `The query has no property "${name}"`);
      return { type: kind, code: `${code}.${name}` };
    }
    case 'any':
      return { type: 'any', code: call('memberOf', code, literal(name)) };
    case 'string':
    case 'primitive':
      if (name === 'length')
        return { type: 'primitive', code: call('memberOf', code, literal(name)) };
      break;
    default:
      break;
  }
  const methods = type === 'snapshot' ? SNAPSHOT_METHODS : STRING_METHODS;
  if (methods.has(name) && (type === 'snapshot' || isOneOf(type, ['string']))) {
    return compiler.fail(node.at, `"${name}" is a method: write "${name}(…)"`);
  }
  return compiler.fail(node.at, `There is no property "${name}" of ${nameOf(type)}`);
}

/**
 * Compiles the expression `object[key]` with a key that is computed when the rule runs. Only claims
 * in `auth` allow this.
 */
export function compileIndex(node: Node<'index'>, compiler: Compiler): Compiled {
  const object = compiler.compile(node.object);
  const key = compiler.compile(node.key);
  if (object.type === 'unknown' || key.type === 'unknown')
    return { type: 'unknown', code: object.code };
  if (object.type !== 'any') {
    return compiler.fail(
      node.at,
      `Only claims of auth can be looked up by "[…]", not ${nameOf(object.type)}`,
    );
  }
  if (!isOneOf(key.type, ['string', 'number'])) {
    return compiler.fail(node.key.at, `A name in "[…]" must be a string, not ${nameOf(key.type)}`);
  }
  return { type: 'any', code: call('claimOf', object.code, key.code) };
}

/** Compiles the expression `object.method(…)`. Only snapshots and strings have methods. */
export function compileCall(node: Node<'call'>, compiler: Compiler): Compiled {
  const object = compiler.compile(node.object);
  if (object.type === 'unknown') return object;
  if (object.type === 'snapshot') return compileSnapshotCall(node, object, compiler);
  if (isOneOf(object.type, ['string'])) return compileStringCall(node, object, compiler);
  return compiler.fail(node.at, `There is no method "${node.method}" of ${nameOf(object.type)}`);
}
