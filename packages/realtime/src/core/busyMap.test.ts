import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { BusyMap } from './busyMap.ts';

const contents = (map: BusyMap<object, number>) => [...map].map(([, value]) => value);

test('a BusyMap returns its entries in the order in which they were added', () => {
  const map = new BusyMap<object, number>();
  const keys = Array.from({ length: 5 }, () => ({}));
  keys.forEach((key, index) => void map.set(key, index));
  expect(contents(map)).toEqual([0, 1, 2, 3, 4]);
  expect([0, 4, 2].map((index) => map.delete(keys[index]!))).toEqual([true, true, true]);
  expect(contents(map)).toEqual([1, 3]);
  expect(map.delete(keys[0]!)).toBe(false);
  map.set(keys[0]!, 5);
  expect(contents(map)).toEqual([1, 3, 5]);
  expect(map.size).toBe(3);
  expect(keys.map((key) => map.get(key))).toEqual([5, 1, undefined, 3, undefined]);
  expect(keys.map((key) => map.has(key))).toEqual([true, true, false, true, false]);
});

test('setting a key of a BusyMap again replaces its value', () => {
  const map = new BusyMap<object, number>();
  const [first, second] = [{}, {}];
  map.set(first, 1);
  map.set(second, 2);
  map.set(first, 3);
  expect(contents(map)).toEqual([3, 2]);
  expect(map.size).toBe(2);
  map.delete(first);
  expect(contents(map)).toEqual([2]);
});

test('an entry of a BusyMap can be removed while the entries are read', () => {
  const map = new BusyMap<object, number>();
  for (let value = 0; value < 5; value++) map.set({}, value);
  for (const [key, value] of map) if (value !== 3) map.delete(key);
  expect(contents(map)).toEqual([3]);
  for (const [key] of map) map.delete(key);
  expect(contents(map)).toEqual([]);
  map.set({}, 7);
  expect(contents(map)).toEqual([7]);
});

test('a quick pass of the garbage collector frees the entries that a BusyMap no longer contains', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;
  const map = new BusyMap<object, number[]>();
  const keys: object[] = [];
  const add = () => {
    const key = {};
    keys.push(key);
    map.set(key, Array(1000).fill(0.5));
  };
  for (let entry = 0; entry < 8; entry++) add();
  // The first pass may still leave the map's table in the young generation.
  collect();
  collect();
  const before = oldBytes();
  for (let entry = 0; entry < 5000; entry++) {
    add();
    map.delete(keys.shift()!);
    if (entry % 10 === 0) collect({ type: 'minor' });
  }
  expect(map.size).toBe(8);
  // All 5,000 entries together have 40 MB.
  expect(oldBytes() - before).toBeLessThan(5_000_000);
});
