import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Answers } from './answers.ts';
import { DatabaseSilent, isDatabaseOutage } from './outage.ts';

const never = new Promise<never>(() => {});

test('a database query fails if the database has stopped responding', async () => {
  const answers = new Answers();
  await answers.of(Promise.resolve());
  const error = await answers.prompt(never).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseSilent);
  expect(isDatabaseOutage(new Error('No', { cause: error }))).toBe(true);
});

test('a database query keeps waiting as long as the database responds to other queries', async () => {
  const answers = new Answers();
  let finish = (_: string) => {};
  const slow = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const asked = answers.prompt(slow);
  // Wait three times as long as the database may be silent.
  for (let i = 0; i < 30; i++) {
    await sleep(100);
    await answers.of(Promise.resolve());
  }
  finish('at last');
  expect(await asked).toBe('at last');
});

test('a failed database query throws the error that the database reported', async () => {
  const broken = Promise.reject(new Error('syntax'));
  await expect(new Answers().prompt(broken)).rejects.toThrow('syntax');
});
