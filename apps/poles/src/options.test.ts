import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOptions } from './options.ts';

let folder: string;
const file = async (name: string, text: string) => {
  const full = path.join(folder, name);
  await writeFile(full, text);
  return full;
};
const counted = (...more: string[]) =>
  readOptions(['--server', 'http://127.0.0.1:1', '--count', '2', ...more]);
const fleet = async (text: string) =>
  readOptions(['--server', '127.0.0.1:1', '--fleet', await file('fleet.json', text)]);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'halyard-poles-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the command line for simulated poles', () => {
  test('creates the requested number of poles for one owner', async () => {
    const options = await counted('--owner', 'o', '--prefix', 'p', '--auth', 'owner');
    expect(options?.poles).toEqual([
      { ownerId: 'o', flagId: 'p1', key: 'owner', name: 'Pole 1', behaviour: 'normal' },
      { ownerId: 'o', flagId: 'p2', key: 'owner', name: 'Pole 2', behaviour: 'normal' },
    ]);
  });

  test('accepts a key file with one key per line, or one key for all poles', async () => {
    const keys = await counted('--key-file', await file('keys', 'a\n b \n\nc\n'));
    expect(keys?.poles.map(({ key }) => key)).toEqual(['a', 'b']);
    const one = await counted('--key-file', await file('key', 'a\n'));
    expect(one?.poles.map(({ key }) => key)).toEqual(['a', 'a']);
  });

  test('reads a fleet file', async () => {
    const pole = { ownerId: 'o', flagId: 'f', key: 'k', name: 'n', behaviour: 'flapping' };
    expect((await fleet(JSON.stringify([pole])))?.poles).toEqual([pole]);
  });

  test('accepts the duration of a move, which is random by default', async () => {
    expect((await counted('--auth', 'k'))?.travel).toBeNull();
    expect((await counted('--auth', 'k', '--travel', '0.5'))?.travel).toBe(500);
    await expect(counted('--auth', 'k', '--travel', '0')).rejects.toThrow('--travel');
  });

  test('starts no poles for --help', async () => {
    expect(await readOptions(['--help'])).toBeNull();
  });

  test.each([
    [[], '--server URL is missing'],
    [['--server', 'ftp://x'], 'must start with http://'],
    [['--server', 'http://x/path'], 'only host and port'],
    [['--server', 'http://x'], 'either --fleet FILE or --count N'],
    [['--server', 'http://x', '--count', '2.5', '--auth', 'k'], 'whole number'],
    [['--server', 'http://x', '--count', 'many'], '--count must be a number'],
    [['--server', 'http://x', '--count', '1'], 'either --auth KEY or --key-file'],
    [['--server', 'http://x', '--count', '1', '--auth', 'k', '--behaviour', 'odd'], 'one of'],
    [['--server', 'http://x', '--fleet', '/nowhere/x.json'], 'Cannot read the fleet file'],
    [['--nonsense'], 'nonsense'],
  ])('rejects %j with a one-sentence error', async (args, message) => {
    await expect(readOptions(args)).rejects.toThrow(message);
  });

  test.each([
    ['{', 'is not JSON'],
    ['{}', 'must contain a list'],
    ['[3]', 'pole 1 is not an object'],
    ['[{"ownerId":"o","flagId":"f","key":"k"}]', '"name" must be a non-empty string'],
    ['[{"ownerId":"o","flagId":"f","key":"k","name":"n","behaviour":"x"}]', '"behaviour" must'],
  ])('rejects the fleet file %s', async (text, message) => {
    await expect(fleet(text)).rejects.toThrow(message);
  });

  test('rejects a key file with too few keys', async () => {
    const keys = await file('few', 'a\nb\n');
    await expect(
      readOptions(['--server', 'http://x', '--count', '3', '--key-file', keys]),
    ).rejects.toThrow('has 2 keys for 3 poles');
  });
});
