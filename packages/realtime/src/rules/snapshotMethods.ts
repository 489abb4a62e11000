import type { Expression } from './ast.ts';
import { call, literal } from './emit.ts';
import { splitPath } from './runtime.ts';
import { compileText } from './stringMethods.ts';
import type { Compiled, Compiler, PlaceCode, Type } from './typing.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;

/** The snapshot methods that take no arguments and read only the data, such as `exists()`. */
const QUESTIONS = new Map<string, { result: Type; ask: (view: string) => string }>([
  ['val', { result: 'primitive', ask: (view) => call('dataOf', view) }],
  ['exists', { result: 'boolean', ask: (view) => `${view}.exists()` }],
  ['getPriority', { result: 'primitive', ask: (view) => `${view}.priority` }],
  ['isString', { result: 'boolean', ask: (view) => `(typeof ${view}.value === 'string')` }],
  ['isNumber', { result: 'boolean', ask: (view) => `(typeof ${view}.value === 'number')` }],
  ['isBoolean', { result: 'boolean', ask: (view) => `(typeof ${view}.value === 'boolean')` }],
]);

export const SNAPSHOT_METHODS: ReadonlySet<string> = new Set([
  ...QUESTIONS.keys(),
  'parent',
  'child',
  'hasChild',
  'hasChildren',
]);

/** Compiles a method call on a snapshot (protocol §19). */
export function compileSnapshotCall(
  node: CallNode,
  object: Compiled,
  compiler: Compiler,
): Compiled {
  const { method, args } = node;
  if (!SNAPSHOT_METHODS.has(method))
    return compiler.fail(node.at, `There is no method "${method}" of a snapshot`);
  if (method === 'hasChildren') return compileHasChildren(node, viewOf(object), compiler);
  if (method === 'child' || method === 'hasChild') {
    const [path, ...more] = args;
    if (path === undefined || more.length > 0)
      return compiler.fail(node.at, `"${method}" takes one path`);
    const child = compileChild(path, method, object, compiler);
    return method === 'child' ? child : { type: 'boolean', code: `${viewOf(child)}.exists()` };
  }
  if (args.length > 0) return compiler.fail(node.at, `"${method}" takes no arguments`);
  const question = QUESTIONS.get(method);
  if (question === undefined) return compileParent(object);
  return { type: question.result, code: question.ask(viewOf(object)) };
}

/** Compiles `parent()`. That of `data` and `newData` is the place above, without any snapshots. */
function compileParent({ code, place }: Compiled): Compiled {
  if (place === undefined) return { type: 'snapshot', code: call('parentOf', code) };
  return dataAt({ ...place, code: call('parentOf', place.code) });
}

/** Returns the code for `data` or `newData` at a place. */
export function dataAt(place: PlaceCode): Compiled {
  const { code, variable } = place;
  return {
    type: 'snapshot',
    code: `${code}.${variable}`,
    view: `${code}.${variable}View`,
    place,
  };
}

const viewOf = ({ code, view }: Compiled): string => view ?? `${code}.view`;

function compileChild(
  path: Expression,
  method: string,
  object: Compiled,
  compiler: Compiler,
): Compiled {
  const text = compileText(path, method, compiler);
  if (path.kind === 'literal' && typeof path.value === 'string') {
    const steps = splitPath(path.value).map((key) => `.child(${literal(key)})`);
    const below = steps.join('');
    return { type: 'snapshot', code: object.code + below, view: viewOf(object) + below };
  }
  return {
    type: 'snapshot',
    code: call('descend', object.code, text),
    view: call('descendView', viewOf(object), text),
  };
}

function compileHasChildren(node: CallNode, view: string, compiler: Compiler): Compiled {
  const [list, ...more] = node.args;
  if (list === undefined) return { type: 'boolean', code: `${view}.hasChildren()` };
  if (list.kind !== 'list' || list.items.length === 0 || more.length > 0) {
    return compiler.fail(
      node.at,
      '"hasChildren" takes nothing or one list of names, as in ["a", "b"]',
    );
  }
  // All names are evaluated first, because a name that is not a string makes the rule false in any
  // case.
  const names = list.items.map((item) => compileText(item, node.method, compiler));
  return { type: 'boolean', code: call('hasEach', view, `[${names.join(', ')}]`) };
}
