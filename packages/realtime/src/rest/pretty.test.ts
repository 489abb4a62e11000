import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indented } from './pretty.ts';

test('indents JSON like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text);
      expect(indented(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('keeps keys in the order of the text', () => {
  expect(indented('{"-1":1,"2":{},"a\\"{,:":[]}')).toBe(
    '{\n  "-1": 1,\n  "2": {},\n  "a\\"{,:": []\n}',
  );
});
