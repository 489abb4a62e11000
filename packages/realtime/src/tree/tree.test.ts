import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import type { RuleView } from '../rules/types.ts';
import { encodePath, subtreeEnd } from '../store/store.ts';
import { exactNumberText, hashMatches, hashOf, sdkNumberText } from './hash.ts';
import { exportJson, parseNode, plainJson, plainValue, primitiveJson } from './json.ts';
import { keyProblem, parsePath } from './keys.ts';
import { sameNode, type TreeNode } from './node.ts';
import { compareKeys, compareValues, OBJECT } from './order.ts';
import { pushIdMaker } from './pushId.ts';
import { BatchBuilder, DISCONNECT_PREFIX, TreeLoader } from './rows.ts';
import { type Change, Tree } from './tree.ts';
import { viewOf, viewWith } from './view.ts';

const parse = (json: unknown, existing?: TreeNode): TreeNode | undefined =>
  parseNode(json, 0, existing, { now: 1234, limits: defaultLimits });

const key = fc.constantFrom('a', 'b', 'b c', '0', '1', '10', 'constructor');
const leafValue = fc.oneof(fc.boolean(), fc.integer(), fc.string());
const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    leafValue,
    leafValue.map((value) => ({ '.value': value, '.priority': 7 })),
    fc.dictionary(key, tie('node'), { maxKeys: 4 }),
    fc
      .dictionary(key, tie('node'), { maxKeys: 4 })
      .map((children) => ({ ...children, '.priority': 'b' })),
  ),
})).node;
const writes = fc.array(fc.record({ path: fc.array(key, { maxLength: 4 }), value: tree }), {
  maxLength: 12,
});

const newPriorities = fc.array(
  fc.record({ path: fc.array(key, { maxLength: 4 }), priority: fc.constantFrom(null, 1, 'p') }),
  { maxLength: 4 },
);

/** Sets a value at a path in plain objects, in a slow, simple way. */
function naiveSet(root: unknown, path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const isObject = typeof root === 'object' && root !== null && !('.value' in root);
  const has = isObject && Object.hasOwn(root, first);
  const child = has ? (root as Record<string, unknown>)[first] : undefined;
  const next = naiveSet(child, rest, value);
  if (parse(next) === undefined && !isObject) return root;
  return { ...(isObject ? root : {}), [first]: next };
}

/** Returns everything that a view shows, down to its leaves. */
function shown(view: RuleView): unknown {
  return {
    exists: view.exists(),
    value: view.value,
    priority: view.priority,
    hasChildren: view.hasChildren(),
    children: new Map([...view.keys()].sort().map((key) => [key, shown(view.child(key))])),
  };
}

describe('the realtime tree (protocol §6)', () => {
  test('behaves like plain objects, undoes every change exactly, and has the right hash at any time', () => {
    fc.assert(
      fc.property(writes, (list) => {
        const head = new Tree();
        let naive: unknown = null;
        const undo: (() => void)[] = [];
        for (const { path, value } of list) {
          const before = exportJson(head.root);
          const hash = hashOf(head.root);
          const change = head.set(path, parse(value));
          naive = naiveSet(naive, path, value);
          expect(plainSorted(head.root)).toEqual(plainSorted(parse(naive)));
          expect(hashOf(head.root)).toBe(hashOf(parse(JSON.parse(exportJson(head.root)))));
          if (change === undefined) continue;
          undo.push(() => {
            head.undo(change);
            expect(sameNode(head.root, parse(JSON.parse(before)))).toBe(true);
            expect(hashOf(head.root)).toBe(hash);
          });
        }
        for (const step of undo.reverse()) step();
      }),
    );
  });

  test('can be rebuilt from its stored rows, no matter how its changes were grouped into batches', () => {
    fc.assert(
      fc.property(writes, fc.integer({ min: 1, max: 5 }), (list, size) => {
        const head = new Tree();
        const rows = new Map<string, string>();
        for (let i = 0; i < list.length; i += size) {
          const builder = new BatchBuilder();
          for (const { path, value } of list.slice(i, i + size)) {
            const change = head.set(path, parse(value));
            if (change !== undefined) builder.add(change);
          }
          const { clears, removes, puts } = builder.build();
          for (const prefix of clears) {
            const end = subtreeEnd(prefix);
            for (const path of rows.keys()) {
              if (path >= prefix && (end === undefined || path < end)) rows.delete(path);
            }
          }
          for (const path of removes) rows.delete(path);
          for (const [path, text] of puts) rows.set(path, text);
        }
        const loaded = new Tree();
        const loader = new TreeLoader(loaded, new Tree(DISCONNECT_PREFIX));
        loader.add([...rows]);
        loader.finish();
        expect(sameNode(loaded.root, head.root)).toBe(true);
      }),
    );
  });

  test('deletes the stored rows of a replaced large subtree as one range, not one by one', () => {
    const head = new Tree();
    const big = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, i]));
    head.set(['big'], parse(big));
    const builder = new BatchBuilder();
    builder.add(head.set(['big', 'k1'], parse('x'))!);
    builder.add(head.set(['big'], parse({ only: 1 }))!);
    expect(builder.build()).toEqual({
      clears: ['big/'],
      removes: [],
      puts: [['big/only/', '1']],
    });
  });

  test('has the same data after a change as in the preview of that change', () => {
    fc.assert(
      fc.property(tree, writes, newPriorities, (initial, list, priorities) => {
        const head = new Tree();
        head.set([], parse(initial));
        const changes = list.map(({ path, value }): Change => ({ path, node: parse(value) }));
        changes.push(...priorities);
        const view = viewWith(head.root, changes);
        const after = new Tree();
        after.set([], parse(JSON.parse(exportJson(head.root))));
        for (const change of changes) after.apply(change);
        expect(shown(view)).toEqual(shown(viewOf(after.root)));
      }),
    );
  });

  test('returns the same content as a JavaScript value and as JSON', () => {
    fc.assert(
      fc.property(tree, (json) => {
        const node = parse(json);
        expect(plainValue(node)).toEqual(JSON.parse(plainJson(node)));
      }),
    );
  });

  test('writes primitives as JSON.stringify does', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const primitive = fc.oneof(fc.boolean(), fc.integer(), number, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(primitive, (value) => {
        expect(primitiveJson(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  test('resolves server values: the time, and increments of existing numbers (protocol §8)', () => {
    const before = parse({ n: 5, s: 'x' });
    const sv = { '.sv': { increment: 2 } };
    const after = parse({ n: sv, s: sv, none: sv, t: { '.sv': 'timestamp' } }, before);
    expect(plainJson(after)).toBe('{"n":7,"none":2,"s":2,"t":1234}');
  });
});

const plainSorted = (node: TreeNode | undefined): unknown => JSON.parse(plainJson(node));

describe('keys and paths (protocol §6)', () => {
  test('are rejected if they are too long, reserved or contain forbidden characters', () => {
    for (const bad of ['', 'a.b', 'a#', '$a', 'a/b', '[', ']', '\u0001', '\u007f', '\ud800']) {
      expect(keyProblem(bad, defaultLimits), JSON.stringify(bad)).toBeDefined();
    }
    expect(keyProblem('__proto__', defaultLimits)).toBeDefined();
    expect(keyProblem('hasOwnProperty', defaultLimits)).toBeDefined();
    expect(keyProblem('é'.repeat(385), defaultLimits)).toBeDefined();
    for (const good of ['constructor', 'toString', 'a b', '😀', '-1', 'é'.repeat(384)]) {
      expect(keyProblem(good, defaultLimits), good).toBeUndefined();
    }
    expect(parsePath('//a/b//c/', defaultLimits)).toEqual(['a', 'b', 'c']);
  });

  test('are encoded so that the rows of a subtree, and no other rows, form one range in byte order', () => {
    const anyKey = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 });
    const legal = fc.oneof(
      fc.constantFrom('a', 'a b', 'a!', 'a-', 'a0', 'a~', 'aé'),
      anyKey.filter((text) => keyProblem(text, defaultLimits) === undefined),
    );
    const path = fc.array(legal, { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(path, path, (prefix, other) => {
        const start = Buffer.from(encodePath(prefix));
        const end = Buffer.from(subtreeEnd(encodePath(prefix))!);
        const at = Buffer.from(encodePath(other));
        const within = prefix.every((part, i) => other[i] === part);
        expect(at.compare(start) >= 0 && at.compare(end) < 0).toBe(within);
      }),
    );
  });
});

describe('sort orders (protocol §7)', () => {
  test('put 32-bit integer keys first, sorted by number and then by length, followed by text keys', () => {
    const keys = ['b', 'a', '10', '9', '-5', '09', '2147483648', '2147483647', '', 'A'];
    expect(keys.sort(compareKeys)).toEqual([
      ...['-5', '9', '09', '10', '2147483647'],
      ...['', '2147483648', 'A', 'a', 'b'],
    ]);
  });

  test('put values in the order null, false, true, numbers, strings, objects', () => {
    const values = [OBJECT, 'b', 'a', 10, 9, true, false, null] as const;
    expect([...values].sort(compareValues)).toEqual([...values].reverse());
  });
});

describe('hashes (protocol §9)', () => {
  test('are the SHA-1 values that the protocol prescribes', () => {
    expect(hashOf(undefined)).toBe('');
    const sha1 = (text: string) => createHash('sha1').update(text).digest('base64');
    const x = sha1('string:x');
    expect(hashOf(parse('x'))).toBe(x);
    expect(hashOf(parse({ b: 'x', a: true }))).toBe(sha1(`:a:${sha1('boolean:true')}:b:${x}`));
    const priority = { '.value': 'x', '.priority': 1 };
    expect(hashOf(parse(priority))).toBe(sha1('priority:number:3ff0000000000000:string:x'));
    expect(exactNumberText(1)).toBe('3ff0000000000000');
    expect(exactNumberText(-2.5)).toBe('c004000000000000');
  });

  test('match the hash from a client that formats numbers the way the SDK does', () => {
    const odd = 9007199254740991;
    expect(sdkNumberText(odd)).not.toBe(exactNumberText(odd));
    for (const usual of [0, 1, -1, 0.1, 42.7, 1e15, Date.now()]) {
      expect(sdkNumberText(usual)).toBe(exactNumberText(usual));
    }
    expect(hashMatches(parse({ a: odd }), 'wrong')).toBe(false);
    expect(hashMatches(parse({ a: odd }), hashOf(parse({ a: odd })))).toBe(true);
  });
});

describe('push IDs (protocol §7)', () => {
  test('sort in the order of their creation, even within one millisecond or when the clock goes back', () => {
    const make = pushIdMaker();
    const ids = [5, 5, 5, 6, 4, 4, 1_700_000_000_000].map(make);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[-0-9A-Z_a-z]{20}$/);
  });
});
