import { describe, expect, test } from 'vitest';
import { parseRules } from './index.ts';
import { PlainView } from './testing/plainView.ts';
import type { Auth } from './types.ts';

interface Case {
  name: string;
  rules: object;
  auth?: Auth;
  data?: unknown;
  /** Paths that the user may read. `noReads` are paths that the user may not read. */
  reads?: string[];
  noReads?: string[];
  /** Writes, each a map from paths to new values. Several paths in one map are one request. */
  writes?: Record<string, unknown>[];
  noWrites?: Record<string, unknown>[];
}

const ann: Auth = { uid: 'ann', token: {} };
const odd = ['hasOwnProperty', 'toString', '__proto__', 'valueOf', 'constructor'];
const named = (key: string, value: unknown): unknown =>
  JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(value)}}`);

const CASES: Case[] = [
  {
    name: 'reads cascade: a read allowed above cannot be forbidden below',
    rules: { a: { '.read': true, b: { '.read': false } }, c: { d: { '.read': true } } },
    reads: ['a', 'a/b', 'a/b/c', 'c/d', 'c/d/e/f'],
    noReads: ['', 'c', 'x', 'c/x'],
  },
  {
    name: 'the literal child wins over the capture',
    rules: {
      $any: { '.read': "$any != 'a'", '.write': true },
      a: { '.write': false },
      b: { '.read': true },
    },
    reads: ['b', 'c'],
    noReads: ['a'],
    writes: [{ c: 1 }],
    noWrites: [{ a: 1 }, { b: 1 }],
  },
  {
    name: 'captures are visible further down, over literal children',
    rules: {
      users: { $uid: { hardware: { $flag: { '.read': "$uid == auth.uid && $flag != 'x'" } } } },
    },
    auth: ann,
    reads: ['users/ann/hardware/f1', 'users/ann/hardware/f1/reported'],
    noReads: ['users/bob/hardware/f1', 'users/ann/hardware/x', 'users/ann/hardware', 'users/ann'],
  },
  {
    name: 'data is at the path of the rule, not of the request; root is the root',
    rules: {
      rooms: {
        $room: {
          '.read': "data.child('open').val() == true || root.child('owner').val() == auth.uid",
        },
      },
    },
    auth: ann,
    data: { owner: 'eve', rooms: { a: { open: true }, b: { open: false } } },
    reads: ['rooms/a', 'rooms/a/deep/er'],
    noReads: ['rooms/b', 'rooms/c'],
  },
  {
    name: 'writes cascade; data is the state before, newData the state after',
    rules: {
      n: { '.write': '!data.exists() || newData.val() == data.val() + 1' },
      m: { '.write': true },
    },
    data: { n: 3 },
    writes: [{ n: 4 }, { 'm/a/b': 1 }, { m: null }],
    noWrites: [{ n: 5 }, { n: null }, { x: 1 }, { '': { m: 1 } }],
  },
  {
    name: 'a delete needs only .write if nothing is left to validate',
    rules: { '.write': true, a: { '.validate': 'newData.isString()', b: { '.validate': false } } },
    data: { a: 'x', c: { d: 1 } },
    writes: [{ a: null }, { a: 'y' }, { '': null }, { '': { a: 'z' } }],
    noWrites: [{ a: 1 }, { 'a/b': 1 }, { '': { a: 5 } }, { '': { a: { b: 1 } } }],
  },
  {
    name: 'the .validate of an ancestor still runs when a child is deleted',
    rules: { '.write': true, user: { '.validate': "newData.hasChildren(['name', 'age'])" } },
    data: { user: { name: 'A', age: 3, note: 'x' } },
    writes: [
      { 'user/note': null },
      { user: null },
      { 'user/name': null, 'user/age': null, 'user/note': null },
    ],
    noWrites: [{ 'user/name': null }, { user: { name: 'B' } }],
  },
  {
    name: '.validate applies on the way, at the path and below it, and does not cascade',
    rules: {
      '.write': true,
      list: {
        '.validate': 'newData.hasChildren()',
        $id: {
          '.validate': 'newData.isNumber() || newData.hasChildren()',
          deep: { '.validate': 'newData.val() < 10' },
        },
      },
    },
    writes: [
      { 'list/a': 1 },
      { list: { a: 1, b: { deep: 5, other: 'x' } } },
      { 'list/b/deep': 9 },
      { 'list/b/free/e': 1 },
    ],
    noWrites: [
      { list: 1 },
      { 'list/a': 'x' },
      { list: { a: 1, b: 'x' } },
      { 'list/b/deep': 10 },
      { '': { list: { b: { deep: 11 } } } },
    ],
  },
  {
    name: 'a multi-path write is judged as a whole, on the state after all of it',
    rules: {
      a: { '.write': true, '.validate': "newData.parent().child('b').val() == newData.val()" },
      b: { '.write': true, '.validate': "newData.parent().child('a').val() == newData.val()" },
      c: { '.write': false },
    },
    data: { a: 1, b: 1 },
    writes: [
      { a: 2, b: 2 },
      { a: null, b: null },
    ],
    noWrites: [{ a: 2 }, { a: 2, b: 3 }, { a: 1, c: 1 }, { c: 1, a: 1 }],
  },
  {
    name: 'data and root stay the state before for every path of a multi-path write',
    rules: { $k: { '.write': "root.child('lock').val() != true && !data.exists()" } },
    data: { taken: 1 },
    writes: [{ lock: true, x: 1 }],
    noWrites: [{ x: 1, taken: 2 }],
  },
  {
    name: 'one refused path refuses the whole request',
    rules: {
      '.write': true,
      p: { '.validate': 'newData.hasChildren()', $x: { '.validate': 'newData.isNumber()' } },
    },
    writes: [{ 'p/a': 1, 'p/b': 2 }],
    noWrites: [
      { 'p/a': 1, 'p/b': 'x' },
      { 'p/a': 'x', 'p/b': 1 },
    ],
  },
  {
    name: 'parent() leads above the path of the rule, but not above the root',
    rules: {
      a: { b: { '.read': "data.parent().hasChild('b')" } },
      '.read': 'data.parent().exists()',
    },
    data: { a: { b: 1 } },
    reads: ['a/b'],
    noReads: ['', 'a'],
  },
  {
    name: 'server values are resolved: now is the time of the request',
    rules: { at: { '.write': 'newData.val() == now' } },
    writes: [{ at: 1000 }],
    noWrites: [{ at: 999 }],
  },
  {
    name: 'switching one position on is judged with the new values of the others',
    rules: {
      flag: {
        '.validate':
          "(newData.child('up').val() == true ? 1 : 0) + (newData.child('down').val() == true ? 1 : 0) <= 1",
        up: { '.write': true, '.validate': 'newData.isBoolean()' },
        down: { '.write': true, '.validate': 'newData.isBoolean()' },
        $other: { '.validate': false },
      },
    },
    data: { flag: { up: true, down: false } },
    writes: [{ 'flag/up': false, 'flag/down': true }, { 'flag/up': false }],
    noWrites: [
      { 'flag/down': true },
      { 'flag/up': 'yes' },
      { 'flag/x': 1 },
      { 'flag/up': false, 'flag/x': 1 },
    ],
  },
  ...odd.map((key): Case => {
    return {
      name: `a child named ${key} is a child like any other`,
      rules: {
        strict: { '.write': true, known: {}, $other: { '.validate': false } },
        free: { $k: { '.read': 'true', '.write': `$k == '${key}'` } },
      },
      reads: [`free/${key}`],
      noReads: [key, `strict/${key}`],
      writes: [{ [`free/${key}`]: 1 }, { 'strict/known': 1 }],
      noWrites: [
        { [`strict/${key}`]: 1 },
        { strict: named(key, 1) },
        { strict: named(key, { a: 1 }) },
        { [key]: 1 },
      ],
    };
  }),
];

function replaced(data: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const entries = new Map(typeof data === 'object' && data !== null ? Object.entries(data) : []);
  entries.set(key, replaced(entries.get(key), rest, value));
  return Object.fromEntries(entries);
}

const keysOf = (path: string): string[] => path.split('/').filter(Boolean);

function judge({ rules, auth = null, data = null }: Case) {
  const judged = parseRules({ rules });
  const request = { auth, root: new PlainView(data), now: 1000 };
  return {
    read: (path: string) => judged.canRead({ ...request, path: keysOf(path) }).allowed,
    write(update: Record<string, unknown>) {
      let after = data;
      for (const [path, value] of Object.entries(update))
        after = replaced(after, keysOf(path), value);
      const paths = Object.keys(update).map(keysOf);
      return judged.canWrite({ ...request, paths, newRoot: new PlainView(after) }).allowed;
    },
  };
}

describe('rules for reading and writing (protocol §19)', () => {
  test.each(CASES)('return the expected verdict: $name', (given) => {
    const { read, write } = judge(given);
    const { reads = [], noReads = [], writes = [], noWrites = [] } = given;
    expect({ reads: reads.filter(read), noReads: noReads.filter(read) }).toEqual({
      reads,
      noReads: [],
    });
    expect({ writes: writes.filter(write), noWrites: noWrites.filter(write) }).toEqual({
      writes,
      noWrites: [],
    });
  });

  test('explain a rejection by listing the rules that ran, and why each one failed', () => {
    const rules = parseRules({
      rules: {
        '.read': false,
        a: { '.read': 'auth.uid.length > 3', '.write': true, '.validate': 'newData.isString()' },
      },
    });
    const root = new PlainView(null);
    expect(rules.canRead({ path: ['a', 'b'], auth: null, root, now: 0 }).reason).toBe(
      '/a/b: no .read rule on the way allows it; /.read is false: false; /a/.read fails (">" cannot compare null with a number): auth.uid.length > 3',
    );
    const newRoot = new PlainView({ a: 1 });
    expect(rules.canWrite({ paths: [['a']], auth: null, root, newRoot, now: 0 }).reason).toBe(
      '/a: a .validate rule is not met; /a/.validate is false: newData.isString()',
    );
  });

  test('deny a request if checking it fails with an unexpected error', () => {
    const rules = parseRules({ rules: { '.read': "data.child('a').exists() == false || true" } });
    const broken = new PlainView(null);
    broken.child = () => {
      throw new RangeError('out of memory');
    };
    const verdict = rules.canRead({ path: [], auth: null, root: broken, now: 0 });
    expect(verdict).toEqual({ allowed: false, reason: expect.stringContaining('out of memory') });
  });

  test('take the same time to check regardless of the number of sibling nodes', () => {
    const rules = parseRules({
      rules: {
        flags: {
          $id: {
            '.read': "data.child('owner').val() == auth.uid && root.hasChild('flags')",
            '.write': "data.child('owner').val() == auth.uid",
            '.validate':
              "newData.hasChildren(['owner']) && newData.parent().parent().hasChild('flags')",
            up: { '.validate': 'newData.isBoolean()' },
          },
        },
      },
    });
    const visits = [10, 10_000].map((siblings) => {
      const flags = Object.fromEntries(
        Array.from({ length: siblings }, (_, index) => [`f${index}`, { owner: 'ann', up: false }]),
      );
      const root = new PlainView({ flags });
      PlainView.visits = 0;
      expect(rules.canRead({ path: ['flags', 'f1'], auth: ann, root, now: 0 }).allowed).toBe(true);
      const write = { paths: [['flags', 'f1', 'up']], auth: ann, root, newRoot: root, now: 0 };
      expect(rules.canWrite(write).allowed).toBe(true);
      return PlainView.visits;
    });
    expect(visits[0]).toBe(visits[1]);
  });
});
