import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indented } from './pretty.ts';

test('pretty-printed JSON has the same indentation as the output of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      expect(indented(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('pretty-printed JSON keeps the original order of keys', () => {
  expect(indented('{"-1":1,"2":{},"a\\"{,:":[]}')).toBe(
    '{\n  "-1": 1,\n  "2": {},\n  "a\\"{,:": []\n}',
  );
});
