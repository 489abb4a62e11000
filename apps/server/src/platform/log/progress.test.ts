import { expect, test } from 'vitest';
import { progressLines } from './progress.ts';

test('progress is printed at most every 2 s, so short tasks print nothing', () => {
  let now = 0;
  const lines: string[] = [];
  const progress = progressLines(
    (line) => lines.push(line),
    () => now,
  );
  for (now = 0; now <= 5000; now += 500) progress(`${now} ms`);
  expect(lines).toEqual(['2000 ms', '4000 ms']);
});
