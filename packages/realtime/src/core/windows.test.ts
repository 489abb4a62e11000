import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { defaultLimits } from '../limits.ts';
import type { Push } from '../listens/push.ts';
import { makeQuery, type Query } from '../query/query.ts';
import { parseRules } from '../rules/index.ts';
import { FaultyStore } from '../testing/faultyStore.ts';
import { exportJson } from '../tree/json.ts';
import { nodeAt, type TreeNode } from '../tree/node.ts';
import {
  type Comparable,
  compareKeys,
  compareValues,
  MAX_NAME,
  MIN_NAME,
  OBJECT,
} from '../tree/order.ts';
import { Database } from './database.ts';
import { newListen } from './session.ts';

const rules = parseRules({
  rules: {
    list: { '.indexOn': ['n', 'deep/n', '.value'] },
    owners: { $owner: { poles: { '.indexOn': 'n' } } },
  },
});
const log = { debug() {}, info() {}, warn() {}, error() {} };
const caller = { identity: { auth: null, admin: true } };

const open = (store = new FaultyStore()): Promise<Database> =>
  Database.open({ store, rules }, defaultLimits, Date.now, log);

type Data = { set: unknown } | { update: unknown };

function write(database: Database, path: readonly string[], data: Data): Promise<string> {
  return new Promise((resolve) => {
    const respond =
      ({ kind }: { kind: string }) =>
      () =>
        resolve(kind);
    database.write({ caller, path, data, respond });
  });
}

const key = fc.oneof(
  fc.integer({ min: -3, max: 50 }).map(String),
  fc.integer({ min: 0, max: 50 }).map((n) => `k${n}`),
);
const primitive = fc.constantFrom(false, true, 0, 1, 2.5, -1, 'a', 'b');
const priority = fc.constantFrom(null, 1, 2, 'p');
const child = fc.oneof(
  fc.constant(null),
  primitive,
  fc.record({ '.value': primitive, '.priority': priority }),
  fc.record(
    {
      n: fc.oneof(primitive, fc.constant({ x: 1 })),
      deep: fc.oneof(primitive, fc.record({ n: primitive, m: primitive })),
      '.priority': priority,
    },
    { requiredKeys: [] },
  ),
);
const whole = fc.oneof(
  fc.constant(null),
  primitive,
  fc.dictionary(key, child, { maxKeys: 5 }),
  fc.dictionary(key, child, { minKeys: 70, maxKeys: 90 }),
);
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ path: fc.tuple(key), data: fc.record({ set: child }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      path: fc.tuple(key, fc.constantFrom('n', 'deep', 'other')),
      data: fc.record({ set: fc.oneof(primitive, fc.constant(null), fc.constant({ n: 2 })) }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      path: fc.tuple(key, fc.constant('deep'), fc.constantFrom('n', 'm')),
      data: fc.record({ set: fc.oneof(primitive, fc.constant(null), fc.constant({ n: 2 })) }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      path: fc.constant([]),
      data: fc.record({ update: fc.dictionary(key, child, { minKeys: 1, maxKeys: 6 }) }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ path: fc.constant([]), data: fc.record({ set: whole }) }) },
);
/** Groups of writes. Each group is committed as a whole, and the commit may fail. */
const batches = fc.array(
  fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 4 }), fails: fc.boolean() }),
  { maxLength: 12 },
);

const bound = (value: fc.Arbitrary<string | number | boolean | null>) =>
  fc.record({
    value,
    key: fc.option(fc.oneof(key, fc.constantFrom(MIN_NAME, MAX_NAME)), { nil: undefined }),
    inclusive: fc.boolean(),
  });
const query = fc
  .constantFrom('.key', '.priority', '.value', 'n', 'deep/n', 'other')
  .chain((orderBy) => {
    const value = orderBy === '.key' ? key : fc.oneof(primitive, fc.constant(null));
    const side = fc.option(bound(value), { nil: undefined });
    const count = fc.constantFrom(1, 2, 5, 60, 200);
    const limit = fc.record({ count, side: fc.constantFrom('first' as const, 'last' as const) });
    return fc
      .tuple(side, side, fc.option(limit, { nil: undefined }))
      .map(([start, end, limited]) =>
        makeQuery(
          orderBy,
          { ...(start && { start }), ...(end && { end }), ...(limited && { limit: limited }) },
          defaultLimits,
        ),
      )
      .filter((made) => made !== undefined);
  });

/**
 * Computes the expected result of a query by scanning and sorting all children. Returns exported
 * JSON by key.
 */
function expected({ order, orderPath, start, end, limit }: Query, node: TreeNode | undefined) {
  const compared = (at: TreeNode): Comparable => {
    if (order.kind === 'key') return null;
    if (order.kind === 'priority') return at.priority;
    const found = nodeAt(at, orderPath);
    return found === undefined ? null : found.children === null ? found.value : OBJECT;
  };
  type Place = { key: string; value: Comparable };
  const compare = (a: Place, b: Place) =>
    compareValues(a.value, b.value) || compareKeys(a.key, b.key);
  const place = (side: NonNullable<Query['start']>, name: string): Place =>
    order.kind === 'key'
      ? { key: String(side.value), value: null }
      : { key: side.key ?? name, value: side.value };
  const all = [...(node?.children ?? [])]
    .map(([name, at]): Place & { json: string } => ({
      key: name,
      value: compared(at),
      json: exportJson(at),
    }))
    .sort(compare)
    .filter((entry) => {
      const low = start && compare(entry, place(start, MIN_NAME));
      const high = end && compare(entry, place(end, MAX_NAME));
      return (
        (low === undefined || low > 0 || (low === 0 && start?.inclusive)) &&
        (high === undefined || high < 0 || (high === 0 && end?.inclusive))
      );
    });
  const shown =
    limit === undefined
      ? all
      : limit.side === 'first'
        ? all.slice(0, limit.count)
        : all.slice(-limit.count);
  return Object.fromEntries(shown.map((entry) => [entry.key, JSON.parse(entry.json)]));
}

/** A client that builds its data from the first response and the later pushes only. */
class Reader {
  readonly query: Query;
  shown: Record<string, unknown>;

  constructor(database: Database, at: Query) {
    this.query = at;
    database.attach(newListen(['list'], at, false, (push) => this.#follow(push)));
    this.shown = JSON.parse(exportJson(database.select(['list'], at))) ?? {};
  }

  #follow({ kind, entries }: Push): void {
    if (kind === 'put') this.shown = {};
    for (const { key: path, data } of entries) {
      const value = JSON.parse(data);
      if (path.length === 0) this.shown = value ?? {};
      else if (value === null) delete this.shown[path[0]!];
      else this.shown[path[0]!] = value;
    }
  }
}

const list = Object.fromEntries(
  Array.from({ length: 100 }, (_, i) => [i % 2 ? `k${i}` : String(i), { n: i % 4, x: i }]),
);

describe('filtered listeners (protocol §5)', () => {
  test('select the same children as a full scan at any time, even after failed commits', async () => {
    const queries = fc.array(query, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(queries, batches, async (wanted, steps) => {
        const store = new FaultyStore();
        const database = await open(store);
        await write(database, ['list'], { set: list });
        const readers = wanted.map((at) => new Reader(database, at));
        for (const { changes, fails } of steps) {
          if (fails) store.fates.push('fail');
          const done = changes.map(({ path, data }) => write(database, ['list', ...path], data));
          await Promise.all(done);
          store.fates = [];
          const node = database.tree.get(['list']);
          for (const { query: at, shown } of readers) {
            const right = expected(at, node);
            expect(shown, at.id).toEqual(right);
            // A different query without listeners.
            const fresh = { ...at, id: 'fresh' };
            const answer = JSON.parse(exportJson(database.select(['list'], fresh)));
            expect(answer ?? {}, at.id).toEqual(right);
          }
        }
        await database.close();
      }),
      { numRuns: 200 },
    );
  });

  /** Counts how often all children of a node are traversed. */
  const watchScans = (database: Database, path: readonly string[]) =>
    vi.spyOn(database.tree.get(path)!.children!, Symbol.iterator);

  const made = (orderBy: string, parts: Parameters<typeof makeQuery>[1]): Query =>
    makeQuery(orderBy, parts, defaultLimits)!;
  const last = (count: number) => ({ limit: { count, side: 'last' as const } });

  test.each([
    ['.indexOn of a child', ['list'], made('n', last(5))],
    ['.indexOn below a $capture', ['owners', 'o1', 'poles'], made('n', last(5))],
    ['.indexOn of a deep child', ['list'], made('deep/n', last(5))],
    ['.indexOn of the value', ['list'], made('.value', last(5))],
    ['key order, with no .indexOn', ['list'], made('.key', last(5))],
    ['priority order, with no .indexOn', ['list'], made('.priority', last(5))],
    ['no limit', ['list'], made('n', { start: { value: 3, key: undefined, inclusive: true } })],
  ])('scan the children only once with %s', async (_, path, at) => {
    const database = await open();
    await write(database, path, { set: list });
    const scans = watchScans(database, path);
    database.select(path, at);
    expect(scans).toHaveBeenCalledTimes(1);
    database.attach(newListen(path, at, false, () => {}));
    for (let i = 0; i < 20; i++) {
      const [shown] = database.select(path, at)!.children!.keys();
      await write(database, [...path, shown!], { set: i % 2 ? null : { n: i, deep: { n: i } } });
      database.select(path, { ...at, id: 'fresh' });
    }
    expect(scans).toHaveBeenCalledTimes(1);
  });

  test('without .indexOn, scan the children for each response, but not for each change', async () => {
    const database = await open();
    await write(database, ['list'], { set: list });
    const scans = watchScans(database, ['list']);
    const at = made('x', last(5));
    database.select(['list'], at);
    database.select(['list'], at);
    expect(scans).toHaveBeenCalledTimes(2);
    const listen = newListen(['list'], at, false, () => {});
    database.attach(listen);
    expect(scans).toHaveBeenCalledTimes(3);
    for (let i = 99; i > 50; i -= 2) await write(database, ['list', `k${i}`], { set: null });
    expect(scans).toHaveBeenCalledTimes(4);
    const shown = [...database.select(['list'], at)!.children!.keys()];
    expect(shown.sort()).toEqual(['90', '92', '94', '96', '98']);
    // The index is dropped with the last listener.
    database.detach(listen);
    database.select(['list'], at);
    expect(scans).toHaveBeenCalledTimes(5);
  });

  test('drop an index that is no longer used, and keep one that is still used', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const database = await open();
    await write(database, ['list'], { set: list });
    const scans = watchScans(database, ['list']);
    const [used, idle] = [made('n', last(5)), made('.key', last(5))];
    database.select(['list'], idle);
    for (let i = 0; i < 4; i++) {
      database.select(['list'], used);
      vi.advanceTimersByTime(defaultLimits.indexIdleMs);
      await write(database, ['list', '0', 'n'], { set: i + 10 });
    }
    expect(scans).toHaveBeenCalledTimes(2);
    expect([...database.select(['list'], used)!.children!.keys()]).toContain('0');
    database.select(['list'], idle);
    expect(scans).toHaveBeenCalledTimes(3);
  });

  test('use exactly the indexes that the current rules define', async () => {
    const database = await open();
    await write(database, ['list'], { set: list });
    const at = made('n', last(5));
    database.select(['list'], at);
    database.setRules(parseRules({ rules: { list: { '.indexOn': 'x' } } }));
    const scans = watchScans(database, ['list']);
    for (let i = 0; i < 3; i++) database.select(['list'], at);
    expect(scans).toHaveBeenCalledTimes(3);
    for (let i = 0; i < 3; i++) database.select(['list'], made('x', last(5)));
    expect(scans).toHaveBeenCalledTimes(4);
  });
});
