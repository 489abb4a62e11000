import fc from 'fast-check';
import type { Edge, Json, Leaf, Window } from './plainModel.ts';

/**
 * A write by one client. Paths are relative to a region of the tree; `now` stands for the server's
 * time.
 */
export type Write =
  | { kind: 'set'; path: string; value: Json }
  | { kind: 'setWithPriority'; path: string; value: Json; priority: string | number }
  | { kind: 'setPriority'; path: string; priority: string | number | null }
  | { kind: 'now'; path: string }
  | { kind: 'update'; values: Record<string, Json> };

export type Left =
  | { kind: 'set'; key: string; value: Json }
  | { kind: 'now'; key: string }
  | { kind: 'update'; values: Record<string, Json> }
  | { kind: 'remove'; key: string }
  | { kind: 'cancel'; key: string };

export type Step = { client: number } /** A write to `shared` that the test waits for. */ & (
  | { kind: 'write'; write: Write }
  /** A write that the rules reject as a whole. */
  | { kind: 'refused'; write: Write }
  /**
   * All clients write at the same time, each to its own region. After that, all sockets may be cut.
   */
  | { kind: 'burst'; writes: Write[][]; cut: boolean }
  /** All clients change the same counters at the same time. */
  | { kind: 'count'; counts: { by: number; transaction: boolean }[][] }
  | { kind: 'listen'; path: string; window: Window | null }
  | { kind: 'unlisten'; which: number }
  | { kind: 'leave'; left: Left }
  | { kind: 'offline' }
  | { kind: 'restart' }
  /** Checks all listeners and a `get`. */
  | { kind: 'check'; path: string; window: Window | null }
);

const key = fc.constantFrom('a', 'b', 'c', 'n', '1', '2', '10', 'ü', 'constructor');
const leaf: fc.Arbitrary<Leaf> = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom('a', 'b', 'é€😀', '', 0.1, 1e21),
  fc.boolean(),
);
const priority = fc.constantFrom<string | number>(0, 1, 2, 'p', 'q');
const item = fc.oneof(
  leaf,
  fc.record({ n: leaf }),
  fc.record({ n: leaf, m: fc.record({ x: leaf }) }),
);
const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: item },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constant<Json>({}) },
  { weight: 1, arbitrary: fc.record({ '.value': leaf, '.priority': priority }) },
  { weight: 1, arbitrary: fc.array(leaf, { minLength: 1, maxLength: 3 }) },
  { weight: 2, arbitrary: fc.dictionary(key, item, { maxKeys: 4 }) },
);
const path = fc.array(key, { maxLength: 3 }).map((keys) => keys.join('/'));

/** Values by path. None of the paths is below another. */
const values = fc.array(fc.tuple(path, value), { minLength: 1, maxLength: 3 }).map((pairs) => {
  const apart: Record<string, Json> = {};
  for (const [at, to] of pairs) {
    const clash = (other: string) =>
      `${other}/`.startsWith(`${at}/`) || `${at}/`.startsWith(`${other}/`);
    if (at !== '' && !Object.keys(apart).some(clash)) apart[at] = to;
  }
  return Object.keys(apart).length === 0 ? { a: 1 } : apart;
});

const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), path, value }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('update' as const), values }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('setWithPriority' as const),
      path,
      value: item,
      priority,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('setPriority' as const),
      path,
      priority: fc.oneof(priority, fc.constant(null)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('now' as const), path }) },
);

const left: fc.Arbitrary<Left> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, value }),
  fc.record({ kind: fc.constant('now' as const), key }),
  fc.record({ kind: fc.constant('update' as const), values }),
  fc.record({ kind: fc.constant('remove' as const), key }),
  fc.record({ kind: fc.constant('cancel' as const), key }),
);

function edge(of: fc.Arbitrary<Leaf | null>, keyed: boolean): fc.Arbitrary<Edge> {
  return fc.record(
    { value: of, closed: fc.boolean(), ...(keyed ? { key } : {}) },
    { requiredKeys: ['value', 'closed'] },
  );
}

function windowBy(
  order: Window['order'],
  of: fc.Arbitrary<Leaf | null>,
  keyed = true,
): fc.Arbitrary<Window> {
  const limit = fc.record({
    side: fc.constantFrom<'first' | 'last'>('first', 'last'),
    count: fc.integer({ min: 1, max: 3 }),
  });
  const range = fc.record(
    { start: edge(of, keyed), end: edge(of, keyed), limit },
    { requiredKeys: [] },
  );
  const equal = edge(of, keyed).map(({ value, key: at }) => {
    const one = { value, closed: true, ...(at === undefined ? {} : { key: at }) };
    return { start: one, end: one };
  });
  return fc
    .oneof({ weight: 3, arbitrary: range }, { weight: 1, arbitrary: equal })
    .map((rest) => ({ order, ...rest }));
}

const bound = fc.oneof(leaf, fc.constant(null));
const window: fc.Arbitrary<Window> = fc.oneof(
  windowBy({ by: 'child', path: 'n' }, bound),
  windowBy({ by: 'child', path: 'm/x' }, bound),
  windowBy({ by: 'value' }, bound),
  windowBy({ by: 'priority' }, fc.oneof(priority, fc.constant(null))),
  windowBy({ by: 'key' }, key, false),
);

/** Number of clients. */
export const CLIENTS = 3;
const forEach = <T>(of: fc.Arbitrary<T>) =>
  fc.array(fc.array(of, { maxLength: 4 }), { minLength: CLIENTS, maxLength: CLIENTS });
const count = fc.record({ by: fc.integer({ min: 1, max: 3 }), transaction: fc.boolean() });
/** Paths to regions (see `world.ts`), paths within regions, and the root. */
const listened = fc.oneof(
  fc.constantFrom('', 'shared', 'own/0', 'own', 'left', 'count'),
  path.map((at) => `shared/${at}`.replace(/\/$/, '')),
);

const of = <K extends Step['kind'], T>(kind: K, rest: { [P in keyof T]: fc.Arbitrary<T[P]> }) =>
  fc.record({ client: fc.nat(CLIENTS - 1), kind: fc.constant(kind), ...rest });

const anyStep = fc.oneof(
  { weight: 12, arbitrary: of('write', { write }) },
  { weight: 2, arbitrary: of('refused', { write }) },
  { weight: 4, arbitrary: of('burst', { writes: forEach(write), cut: fc.boolean() }) },
  { weight: 3, arbitrary: of('count', { counts: forEach(count) }) },
  {
    weight: 8,
    arbitrary: of('listen', { path: listened, window: fc.option(window, { freq: 3 }) }),
  },
  { weight: 3, arbitrary: of('unlisten', { which: fc.nat(20) }) },
  { weight: 4, arbitrary: of('leave', { left }) },
  { weight: 2, arbitrary: of('offline', {}) },
  { weight: 1, arbitrary: of('restart', {}) },
  { weight: 6, arbitrary: of('check', { path: listened, window: fc.option(window) }) },
) as fc.Arbitrary<Step>;

/** Generates steps. Clones them, because the SDK rejects objects without a prototype. */
export const step: fc.Arbitrary<Step> = anyStep.map((made) => structuredClone(made));
