import { expect, test } from 'vitest';
import { Work } from './work.ts';

const round = () => new Promise((resolve) => setImmediate(resolve));

test('many that wait get one turn each round, so that what a turn costs is known before the next', async () => {
  const work = new Work(100, () => false);
  work.charge(6); // the whole stretch of 5 ms, and one more
  let turns = 0;
  const first = new Promise<void>((resolve) => {
    for (let i = 0; i < 10; i++) {
      work.wait(() => {
        turns++;
        // As a connection that is read again: its messages come in the next round.
        setImmediate(() => work.charge(400));
        resolve();
      });
    }
  });
  await first;
  await round();
  await round();
  await round();
  expect(turns).toBeLessThanOrEqual(2);
  expect(work.waiting).toBe(10 - turns);
});

test('what held the work back can be over before it is looked for again', async () => {
  let isHeld = true;
  const work = new Work(1000, () => isHeld);
  let turns = 0;
  work.wait(() => turns++);
  isHeld = false;
  work.look();
  expect(turns).toBe(1);
});

test('a longer stretch lets someone who has been quiet work longer', () => {
  const work = new Work(1, () => false, 1000);
  work.charge(900);
  expect(work.isFree).toBe(true);
  work.charge(200);
  expect(work.isFree).toBe(false);
});
