import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Sorted } from './sorted.ts';

const number = fc.integer({ min: 0, max: 3000 });
const steps = fc.array(
  fc.oneof(
    // Adds runs of items, so that chunks fill up, split, shrink and merge.
    fc.record({ kind: fc.constant('add'), from: number, count: fc.integer({ min: 1, max: 600 }) }),
    fc.record({ kind: fc.constant('cut'), from: number, count: fc.integer({ min: 1, max: 600 }) }),
  ),
  { maxLength: 20 },
);

test('a sorted list iterates like a sorted array from any position, in either direction', () => {
  fc.assert(
    fc.property(fc.uniqueArray(number), steps, number, (initial, list, place) => {
      let plain = initial.toSorted((a, b) => a - b);
      const sorted = new Sorted<number>((a, b) => a - b, initial);
      for (const { kind, from, count } of list) {
        const run = Array.from({ length: count }, (_, i) => from + ((i * 7) % count));
        const known = new Set(plain);
        for (const item of new Set(run)) {
          if (kind === 'cut') expect(sorted.delete(item)).toBe(known.delete(item));
          else if (!known.has(item)) {
            sorted.add(item);
            known.add(item);
          }
        }
        plain = [...known].sort((a, b) => a - b);
        expect(sorted.size).toBe(plain.length);
        expect([sorted.first, sorted.last]).toEqual([plain[0], plain.at(-1)]);
        expect([...sorted.up(sorted.seek(() => false))]).toEqual(plain);
        expect([...sorted.down(sorted.seek(() => true))]).toEqual(plain.toReversed());
        const middle = sorted.seek((item) => item < place);
        expect([...sorted.up(middle)]).toEqual(plain.filter((item) => item >= place));
        const below = plain.filter((item) => item < place).reverse();
        expect([...sorted.down(middle)]).toEqual(below);
      }
    }),
  );
});
