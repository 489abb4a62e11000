import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nextTurn } from './nextTurn.ts';

test('long tasks alternate, and only one of them continues in each turn of the event loop', async () => {
  const steps: string[] = [];
  const task = async (name: string) => {
    for (let step = 1; step <= 2; step++) {
      await nextTurn();
      steps.push(`${name}${step}`);
    }
  };
  const tasks = Promise.all([task('a'), task('b'), task('c')]);
  const counts: number[] = [];
  while (steps.length < 6) {
    await nextRound();
    counts.push(steps.length);
  }
  await tasks;
  expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  for (const [round, count] of counts.entries())
    expect(count - (counts[round - 1] ?? 0)).toBeLessThanOrEqual(1);
});

test('a long task continues even if the task queue was empty in the meantime', async () => {
  await nextTurn();
  await nextTurn();
  await nextRound();
  await nextTurn();
});
