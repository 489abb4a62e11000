import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RoundQueue } from './roundQueue.ts';

test('runs work immediately while the round has room', () => {
  const queue = new RoundQueue(2);
  const done: number[] = [];
  for (const n of [1, 2, 3]) queue.add(() => done.push(n));
  expect(done).toEqual([1, 2]);
});

test('runs the rest in later rounds, in order, and new work after it', async () => {
  const queue = new RoundQueue(2);
  const rounds: number[][] = [[]];
  const add = (n: number) => queue.add(() => rounds.at(-1)!.push(n));
  for (const n of [1, 2, 3, 4, 5]) add(n);
  for (let round = 0; round < 3; round++) {
    rounds.push([]);
    if (round === 1) add(6);
    await nextRound();
  }
  expect(rounds).toEqual([[1, 2], [3, 4], [5, 6], []]);
});

test('runs work that is added by other work', async () => {
  const queue = new RoundQueue(1);
  const done: string[] = [];
  queue.add(() => {
    done.push('outer');
    queue.add(() => done.push('inner'));
  });
  await nextRound();
  await nextRound();
  expect(done).toEqual(['outer', 'inner']);
});
