import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RoundQueue } from './roundQueue.ts';

test('work runs immediately, up to a limited number of tasks in one turn of the event loop', () => {
  const queue = new RoundQueue(2);
  const done: number[] = [];
  for (const n of [1, 2, 3]) queue.add(() => done.push(n));
  expect(done).toEqual([1, 2]);
});

test('tasks over the limit run in later turns of the event loop, in order and before newer tasks', async () => {
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

test('work that waited for a later turn of the event loop can queue more work', async () => {
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
