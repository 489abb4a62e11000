import { expect, test } from 'vitest';
import { Work } from './work.ts';

const round = () => new Promise((resolve) => setImmediate(resolve));

test('in each turn of the event loop, only one waiting request of each user continues', async () => {
  const work = new Work(100, () => false);
  work.charge(6); // This uses up the full burst of 5 ms plus 1 ms.
  let turns = 0;
  const first = new Promise<void>((resolve) => {
    for (let i = 0; i < 10; i++) {
      work.wait(() => {
        turns++;
        // Simulates a connection that is read again: its messages arrive in the next round.
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

test('requests that had to wait for the server continue as soon as it is ready again', async () => {
  let isHeld = true;
  const work = new Work(1000, () => isHeld);
  let turns = 0;
  work.wait(() => turns++);
  isHeld = false;
  work.look();
  expect(turns).toBe(1);
});

test('a user who has been inactive can use the full burst limit without waiting', () => {
  const work = new Work(1, () => false, 1000);
  work.charge(900);
  expect(work.isFree).toBe(true);
  work.charge(200);
  expect(work.isFree).toBe(false);
});
