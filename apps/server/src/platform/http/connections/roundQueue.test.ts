import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RoundQueue } from './roundQueue.ts';

test('the task queue runs tasks immediately, up to a limit per turn of the event loop', () => {
  const queue = new RoundQueue(2);
  const done: number[] = [];
  for (const n of [1, 2, 3]) queue.add(() => done.push(n));
  expect(done).toEqual([1, 2]);
});

test('the task queue runs tasks over the limit in later turns of the event loop, in order and before newer tasks', async () => {
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

test('a queued task can add more tasks to the queue', async () => {
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
