import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Mirror, type OutboxEntry } from './mirror.ts';

let outbox: OutboxEntry[];
let tree: Record<string, unknown>[];
let failures: number;
let storing: () => Promise<void>;
let mirror: Mirror;
const errors: unknown[] = [];

beforeEach(() => {
  outbox = [];
  tree = [];
  failures = 0;
  storing = () => Promise.resolve();
  errors.length = 0;
  mirror = new Mirror({
    pending: async (limit) => outbox.slice(0, limit),
    done: async (ids) => {
      outbox = outbox.filter((entry) => !ids.includes(entry.id));
    },
    update: async (changes) => {
      if ('not/a:key' in changes) throw new RangeError('no key');
      if (failures-- > 0) throw new Error('disk full');
      await storing();
      tree.push(changes);
    },
    isHopeless: (error) => error instanceof RangeError,
    onDrained: () => {},
    onSkipped: (error) => errors.push(error),
  });
});
afterEach(() => vi.useRealTimers());

test('the outbox is applied to the realtime database exactly once and in order', async () => {
  for (let id = 1; id <= 450; id++) outbox.push({ id, changes: { [`a/${id}`]: id } });
  await mirror.flush();
  expect(tree.flatMap((changes) => Object.values(changes))).toEqual(
    Array.from({ length: 450 }, (_, i) => i + 1),
  );
  expect(outbox).toEqual([]);
});

test('waiting entries are applied in one update, as long as none of its paths is below another', async () => {
  const all: OutboxEntry['changes'][] = [
    { 'a/b': 1, c: 1 },
    { c: 2, d: 1 },
    { 'a/b/e': 3 },
    { 'a/f': 4 },
    { a: 5 },
    { 'a.b': 6, ab: 6 },
  ];
  for (const [id, changes] of all.entries()) outbox.push({ id, changes });
  await mirror.flush();
  expect(tree).toEqual([
    { 'a/b': 1, c: 2, d: 1 },
    { 'a/b/e': 3, 'a/f': 4 },
    { a: 5, 'a.b': 6, ab: 6 },
  ]);
  expect(outbox).toEqual([]);
});

test('a request waits until its own outbox entry is applied, even while other entries are being applied', async () => {
  outbox.push({ id: 1, changes: { a: 1 } });
  const first = mirror.flush();
  outbox.push({ id: 2, changes: { a: 2 } });
  await Promise.all([first, mirror.flush()]);
  expect(tree).toEqual([{ a: 1 }, { a: 2 }]);
});

test('an entry that is added at any moment around the end of a round is applied without waiting for another request', async () => {
  vi.useFakeTimers();
  for (let pauses = 0; pauses < 30; pauses++) {
    outbox.push({ id: 1, changes: { a: pauses } });
    const first = mirror.flush();
    for (let n = 0; n < pauses; n++) await Promise.resolve();
    outbox.push({ id: 2, changes: { b: pauses } });
    await Promise.all([first, mirror.flush()]);
    expect(outbox).toEqual([]);
    tree = [];
  }
});

test('an outbox entry is kept while writes to the realtime database fail, and is applied once they succeed again', async () => {
  vi.useFakeTimers();
  failures = 3;
  outbox.push({ id: 1, changes: { a: 1 } }, { id: 2, changes: { 'a/b': 2 } });
  await mirror.flush();
  expect(tree).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tree).toEqual([{ a: 1 }, { 'a/b': 2 }]);
  expect(outbox).toEqual([]);
});

test('applying the outbox fails if the realtime database refuses a change, or stores nothing for 10 s', async () => {
  vi.useFakeTimers();
  failures = 1;
  outbox.push({ id: 1, changes: { a: 1 } });
  await expect(mirror.applyAll()).rejects.toThrow('disk full');
  storing = () => new Promise(() => {});
  const failed = expect(mirror.applyAll()).rejects.toThrow('for 10000 ms');
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
});

test('applying the outbox does not fail while changes are being stored, even if storing them takes a long time', async () => {
  vi.useFakeTimers();
  storing = () => new Promise((resolve) => setTimeout(resolve, 6000));
  for (let id = 1; id <= 5; id++) outbox.push({ id, changes: { a: id } });
  const round = mirror.applyAll();
  await vi.advanceTimersByTimeAsync(30_000);
  await round;
  expect(outbox).toEqual([]);
});

test('an outbox entry that the realtime database can never store is skipped, so that it does not block later ones', async () => {
  outbox.push({ id: 1, changes: { 'not/a:key': 1 } }, { id: 2, changes: { a: 2 } });
  await mirror.flush();
  expect(tree).toEqual([{ a: 2 }]);
  expect(errors).toHaveLength(1);
  expect(outbox).toEqual([]);
});
