import { expect, test } from 'vitest';
import { poolFor } from './searchPools.ts';

const pool = (text: string, { shown, total }: { shown: number; total: number }) => ({
  text,
  found: {
    locations: { items: [], total: 0 },
    flags: { items: Array.from({ length: shown }), total },
  },
});
const whole = (text: string) => pool(text, { shown: 3, total: 3 });
const partial = (text: string) => pool(text, { shown: 3, total: 4 });

test.each([
  ['main', ['main'], 'main'],
  ['main', [''], ''],
  ['main entrance', ['main'], 'main'],
  ['main ent', ['ma'], 'ma'],
  ['entrance main', ['main ent'], 'main ent'],
])(
  'a search for “%s”, given complete responses for %j, reuses the response for “%s”',
  (text, answers, expected) => {
    expect(poolFor(text, answers.map(whole))?.text).toBe(expected);
  },
);

test.each([
  ['ma', 'main'],
  ['gate', 'main'],
  ['main', 'main gate'],
])('a search for “%s” does not reuse the complete response for “%s”', (text, answer) => {
  expect(poolFor(text, [whole(answer)])).toBeUndefined();
});

test('an incomplete search response is reused only for exactly the same search text', () => {
  expect(poolFor('main', [partial('main')])?.text).toBe('main');
  expect(poolFor('main gate', [partial('main')])).toBeUndefined();
  expect(poolFor('main', [undefined, whole(''), partial('main')])?.text).toBe('main');
});
