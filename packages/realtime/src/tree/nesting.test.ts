import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startsWith } from './keys.ts';
import { areNested } from './nesting.ts';

const path = fc.array(fc.constantFrom('a', 'b', 'ab', 'a-'), { maxLength: 3 });

test('the check for nested paths finds any path that equals another one or is below it', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 30 }), (paths) => {
      const expected = paths.some((a, i) => paths.some((b, j) => i !== j && startsWith(a, b)));
      expect(areNested(paths)).toBe(expected);
    }),
  );
});
