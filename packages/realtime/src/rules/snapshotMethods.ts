import type { Expression } from './ast.ts';
import { type Context, Fault } from './context.ts';
import { type Snapshot, splitPath } from './snapshot.ts';
import { compileText } from './stringMethods.ts';
import type { Compiled, Compiler, Type } from './typing.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;
type Locate = (context: Context) => Snapshot;

/** The methods of snapshots that take no arguments, by name. */
const QUESTIONS = new Map<
  string,
  { result: Type; ask: (snapshot: Snapshot) => ReturnType<Compiled['run']> }
>([
  ['val', { result: 'primitive', ask: (snapshot) => snapshot.value() }],
  ['exists', { result: 'boolean', ask: ({ view }) => view.exists() }],
  ['getPriority', { result: 'primitive', ask: ({ view }) => view.priority() }],
  ['isString', { result: 'boolean', ask: (snapshot) => typeof snapshot.value() === 'string' }],
  ['isNumber', { result: 'boolean', ask: (snapshot) => typeof snapshot.value() === 'number' }],
  ['isBoolean', { result: 'boolean', ask: (snapshot) => typeof snapshot.value() === 'boolean' }],
  ['parent', { result: 'snapshot', ask: parentOf }],
]);

export const SNAPSHOT_METHODS: ReadonlySet<string> = new Set([
  ...QUESTIONS.keys(),
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
  // The static type guarantees that this returns a snapshot.
  const locate = object.run as Locate;
  const question = QUESTIONS.get(method);
  if (question !== undefined) {
    if (args.length > 0) return compiler.fail(node.at, `"${method}" takes no arguments`);
    return { type: question.result, run: (context) => question.ask(locate(context)) };
  }
  if (method === 'hasChildren') return compileHasChildren(node, locate, compiler);
  if (method !== 'child' && method !== 'hasChild') {
    return compiler.fail(node.at, `There is no method "${method}" of a snapshot`);
  }
  const [path, ...more] = args;
  if (path === undefined || more.length > 0)
    return compiler.fail(node.at, `"${method}" takes one path`);
  const child = compileChild(path, method, locate, compiler);
  if (method === 'child') return { type: 'snapshot', run: child };
  return { type: 'boolean', run: (context) => child(context).view.exists() };
}

function compileChild(
  path: Expression,
  method: string,
  locate: Locate,
  compiler: Compiler,
): Locate {
  const text = compileText(path, method, compiler);
  if (path.kind === 'literal' && typeof path.value === 'string') {
    const keys = splitPath(path.value);
    return (context) => locate(context).descend(keys);
  }
  return (context) => locate(context).descend(splitPath(text(context)));
}

function compileHasChildren(node: CallNode, locate: Locate, compiler: Compiler): Compiled {
  const [list, ...more] = node.args;
  if (list === undefined) {
    return { type: 'boolean', run: (context) => locate(context).view.hasChildren() };
  }
  if (list.kind !== 'list' || list.items.length === 0 || more.length > 0) {
    return compiler.fail(
      node.at,
      '"hasChildren" takes nothing or one list of names, as in ["a", "b"]',
    );
  }
  const names = list.items.map((item) => compileText(item, node.method, compiler));
  return {
    type: 'boolean',
    run(context) {
      const snapshot = locate(context);
      // Evaluate all names first, because a name that is not a string makes the rule false in any
      // case.
      const paths = names.map((name) => splitPath(name(context)));
      return paths.every((keys) => snapshot.descend(keys).view.exists());
    },
  };
}

function parentOf(snapshot: Snapshot): Snapshot {
  if (snapshot.parent === null) throw new Fault('the root has no parent');
  return snapshot.parent;
}
