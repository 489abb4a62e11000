import { describe, expect, test } from 'vitest';
import { toJson } from './json.ts';

describe('a JSON response', () => {
  test.each([
    ['a list', [{ name: 'a\nb],' }, null, [1], 'x']],
    ['no rows', []],
    ['a thing', { flags: [1, 2] }],
    ['keeps the value of %s', '[\n'],
  ])('keeps its data when it is split into lines: %s', (_name, answer) => {
    expect(JSON.parse(toJson(answer))).toEqual(answer);
  });

  test('puts each row of a list on its own line', () => {
    expect(toJson([{ name: 'a\nb' }, { name: 'c' }])).toBe('[\n{"name":"a\\nb"},\n{"name":"c"}\n]');
  });
});
