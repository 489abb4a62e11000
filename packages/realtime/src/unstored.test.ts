import { expect, test } from 'vitest';
import { createRealtimeServer, openRules, type TreeStore } from './index.ts';
import { FaultyStore } from './testing/faultyStore.ts';

const open = (store: TreeStore) =>
  createRealtimeServer({ store, rules: openRules(), unstored: ['sums'] });

test('data under a memory-only key is never stored, needs no commit, and is sent to listeners', async () => {
  const store = new FaultyStore();
  const server = await open(store);
  const heard: unknown[] = [];
  server.admin.listen('sums', ({ data }) => heard.push(data));
  await server.admin.update('', { 'sums/all': { total: 2 }, 'sums/of/a': 1 });
  await server.admin.set('sums/of', null);
  expect(await server.admin.get('sums')).toEqual({ all: { total: 2 } });
  expect(heard.length).toBeGreaterThan(1);
  expect(store.batches).toEqual([]);
  await server.admin.set('kept/a', 1);
  await server.admin.update('', { 'kept/b': 2, 'sums/of/b': 3 });
  expect([...store.rows]).toEqual([
    ['kept/a/', '1'],
    ['kept/b/', '2'],
  ]);
  await server.close();
  const again = await open(store);
  expect(await again.admin.get('')).toEqual({ kept: { a: 1, b: 2 } });
  await again.close();
});

test('a write under a memory-only key is undone if a commit that it waits for fails', async () => {
  const store = new FaultyStore();
  const server = await open(store);
  await server.admin.set('sums/all', 1);
  store.fates.push('fail');
  const failed = server.admin.set('kept', 1);
  const behind = server.admin.set('sums/all', 2);
  await expect(failed).rejects.toThrow();
  await expect(behind).rejects.toThrow();
  expect(await server.admin.get('')).toEqual({ sums: { all: 1 } });
  await server.close();
});

test('a write to the root stores all data except the data under memory-only keys', async () => {
  const store = new FaultyStore();
  const server = await open(store);
  await server.admin.set('', { sums: { all: 1 }, kept: 1 });
  await server.admin.set('', { sums: { all: 2 }, kept: 2 });
  expect([...store.rows]).toEqual([['kept/', '2']]);
  await server.admin.set('kept', null);
  await server.admin.set('sums', null);
  expect([...store.rows]).toEqual([]);
  expect(await server.admin.get('')).toBeNull();
  await server.close();
});
