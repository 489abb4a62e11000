import { expect, test } from 'vitest';
import { noPasswordHash } from '../../../features/identity/passwords/passwords.ts';
import { ARGON2, HashThreads } from './threads.ts';

test('a password hash matches only its password, and the hash for "no password" matches none', async () => {
  const threads = new HashThreads(1);
  const hash = (await threads.run('a', { kind: 'hash', password: 'right' })) as string;
  const { memoryCost, timeCost } = ARGON2;
  expect(hash).toContain(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$`);
  const hashes = [noPasswordHash(), hash];
  const match = (password: string) => threads.run('a', { kind: 'match', hashes, password });
  expect(await match('right')).toEqual([false, true]);
  expect(await match('wrong')).toEqual([false, false]);
});

test('password hashing alternates between clients, so that a client with many jobs delays another client by only one job', async () => {
  const threads = new HashThreads(1);
  const done: string[] = [];
  const run = async (client: string) => {
    await threads.run(client, { kind: 'hash', password: 'x' });
    done.push(client);
  };
  const flood = Array.from({ length: 8 }, () => run('flood'));
  await Promise.all([...flood, run('a'), run('b')]);
  // The first job of the flood is already running, and the second one got its turn before the other
  // clients' jobs arrived.
  expect(done.indexOf('a')).toBeLessThanOrEqual(2);
  expect(done.indexOf('b')).toBeLessThanOrEqual(3);
});

test('a password hashing error affects only its own job, and the next job runs', async () => {
  const threads = new HashThreads(1);
  const broken = threads.run('a', { kind: 'match', hashes: ['no hash'], password: 'x' });
  const next = threads.run('b', { kind: 'hash', password: 'x' });
  await expect(broken).rejects.toThrow();
  expect(await next).toMatch(/^\$argon2id/);
});
