import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Mirror, type OutboxEntry } from './mirror.ts';

let outbox: OutboxEntry[];
let tree: Record<string, unknown>[];
let failures: number;
let mirror: Mirror;
const errors: unknown[] = [];

beforeEach(() => {
  outbox = [];
  tree = [];
  failures = 0;
  errors.length = 0;
  mirror = new Mirror({
    pending: async (limit) => outbox.slice(0, limit),
    done: async (ids) => {
      outbox = outbox.filter((entry) => !ids.includes(entry.id));
    },
    update: async (changes) => {
      if ('not/a:key' in changes) throw new RangeError('no key');
      if (failures-- > 0) throw new Error('disk full');
      tree.push(changes);
    },
    isHopeless: (error) => error instanceof RangeError,
    onDrained: () => {},
    onSkipped: (error) => errors.push(error),
  });
});
afterEach(() => vi.useRealTimers());

test('the outbox is applied to the realtime database once and in order', async () => {
  for (let id = 1; id <= 450; id++) outbox.push({ id, changes: { [`a/${id}`]: id } });
  await mirror.flush();
  expect(tree.map((changes) => Object.values(changes)[0])).toEqual(
    Array.from({ length: 450 }, (_, i) => i + 1),
  );
  expect(outbox).toEqual([]);
});

test('the request that adds an outbox entry waits until that entry is applied, even while others are being applied', async () => {
  outbox.push({ id: 1, changes: { a: 1 } });
  const first = mirror.flush();
  outbox.push({ id: 2, changes: { a: 2 } });
  await Promise.all([first, mirror.flush()]);
  expect(tree).toEqual([{ a: 1 }, { a: 2 }]);
});

test('an outbox entry is not lost while the realtime database cannot be written, and is tried again until it succeeds', async () => {
  vi.useFakeTimers();
  failures = 3;
  outbox.push({ id: 1, changes: { a: 1 } }, { id: 2, changes: { a: 2 } });
  await mirror.flush();
  expect(tree).toEqual([]);
  expect(mirror.fault).toEqual(new Error('disk full'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tree).toEqual([{ a: 1 }, { a: 2 }]);
  expect(outbox).toEqual([]);
  expect(mirror.fault).toBeNull();
});

test('an outbox entry that the realtime database can never store is skipped, so that it does not block later ones', async () => {
  outbox.push({ id: 1, changes: { 'not/a:key': 1 } }, { id: 2, changes: { a: 2 } });
  await mirror.flush();
  expect(tree).toEqual([{ a: 2 }]);
  expect(errors).toHaveLength(1);
  expect(outbox).toEqual([]);
});
