import { expect, test } from 'vitest';
import { progressLines } from './progress.ts';

test('long work prints its progress at most every 2 s, and short work prints nothing', () => {
  let now = 0;
  const lines: string[] = [];
  const progress = progressLines(
    (line) => lines.push(line),
    () => now,
  );
  for (now = 0; now <= 5000; now += 500) progress(`${now} ms`);
  expect(lines).toEqual(['2000 ms', '4000 ms']);
});
