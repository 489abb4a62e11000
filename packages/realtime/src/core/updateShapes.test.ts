import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { shapeOf } from './updateShapes.ts';

test('updates with the same keys share one cached list of checked paths, even if the values differ', () => {
  const first = shapeOf({ 'reported/flagUp': true, voltage: 41 }, defaultLimits);
  expect(first.paths).toEqual([['reported', 'flagUp'], ['voltage']]);
  expect(shapeOf({ 'reported/flagUp': false, voltage: null }, defaultLimits)).toBe(first);
});

test('updates with different keys, or keys in a different order, do not share a cached list of checked paths', () => {
  const paths = (update: object) => shapeOf(update, defaultLimits).paths;
  expect(paths({ a: 1, b: 1 })).toEqual([['a'], ['b']]);
  expect(paths({ b: 1, a: 1 })).toEqual([['b'], ['a']]);
  expect(paths({ a: 1 })).toEqual([['a']]);
});

test('an invalid update is rejected each time a client sends it', () => {
  for (let n = 0; n < 3; n++) {
    expect(() => shapeOf({ a: 1, 'a/b': 2 }, defaultLimits)).toThrow('below one of its own paths');
    expect(() => shapeOf({ 'a.b': 1 }, defaultLimits)).toThrow('Invalid path');
  }
});

test('each server checks an update against its own limits, even if a server with different limits has accepted an update with the same keys', () => {
  const update = { a: 1, b: 1, c: 1 };
  expect(shapeOf(update, defaultLimits).paths).toHaveLength(3);
  expect(() => shapeOf(update, { ...defaultLimits, updatePaths: 2 })).toThrow('at most');
});
