import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Answers } from './answers.ts';
import { DatabaseSilent, isDatabaseOutage } from './outage.ts';

const never = new Promise<never>(() => {});

test('rejects a caller who waits for a database that has stopped answering', async () => {
  const answers = new Answers();
  await answers.of(Promise.resolve());
  const error = await answers.prompt(never).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseSilent);
  expect(isDatabaseOutage(new Error('No', { cause: error }))).toBe(true);
});

test('keeps a caller waiting for a busy database as long as it answers others', async () => {
  const answers = new Answers();
  let finish = (_: string) => {};
  const slow = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const asked = answers.prompt(slow);
  // Three times as long as the maximum silence.
  for (let i = 0; i < 30; i++) {
    await sleep(100);
    await answers.of(Promise.resolve());
  }
  finish('at last');
  expect(await asked).toBe('at last');
});

test('passes a database error on unchanged', async () => {
  const broken = Promise.reject(new Error('syntax'));
  await expect(new Answers().prompt(broken)).rejects.toThrow('syntax');
});
