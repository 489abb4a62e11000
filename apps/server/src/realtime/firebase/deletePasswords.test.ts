import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GoogleStandIn, startGoogle } from '../../testing/google/start.ts';
import { programArgs } from '../../testing/serverProcess.ts';

/**
 * These tests run `npm run firebase:delete-passwords` as a process on a project that contains
 * passwords.
 */

const SECRET = 'what nobody should read';
let google: GoogleStandIn;

beforeEach(async () => {
  google = await startGoogle();
});
afterEach(() => google.stop());

async function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const script = programArgs('realtime/firebase/deletePasswordsCli');
  const child = spawn(process.execPath, [...script, ...args], {
    env: { ...process.env, ...google.env, ...env, NODE_OPTIONS: '' },
  });
  let out = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (out += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out };
}

const pathOf = (i: number) => `users/u${String(i).padStart(3, '0')}/profile/password`;

/**
 * Adds 120 users, enough that the command has to read more than two pages. Every second user has a
 * password.
 */
async function fill(): Promise<{ passwords: string[]; all: unknown; cleaned: unknown }> {
  const { admin } = google.realtime;
  const passwords: string[] = [];
  await admin.set('users/pole-owner/hardware/P1', { voltage: 42 });
  for (let i = 0; i < 120; i++) {
    await admin.set(pathOf(i).replace('password', 'email'), `${i}@example.com`);
    if (i % 2 === 0) passwords.push(pathOf(i));
  }
  const cleaned = await admin.get('/');
  await admin.update('/', Object.fromEntries(passwords.map((path) => [path, SECRET])));
  return { passwords, all: await admin.get('/'), cleaned };
}

test('by default, the command that deletes passwords only makes a dry run, which lists the paths of the passwords but not the passwords', async () => {
  const { passwords, all } = await fill();
  const { code, out } = await run([]);
  expect(code).toBe(0);
  const lines = out.trim().split('\n');
  expect(lines.slice(0, -1)).toEqual(passwords);
  expect(lines.at(-1)).toBe(
    'Found 60 passwords. Nothing was changed: add -- --yes to delete them.',
  );
  expect(out).not.toContain(SECRET);
  expect(await google.realtime.admin.get('/')).toEqual(all);
});

test('with --yes, the command that deletes passwords from a Firebase project deletes every password and no other data', async () => {
  const { cleaned } = await fill();
  const first = await run(['--yes']);
  expect([first.code, first.out.trim().split('\n').at(-1)]).toEqual([0, 'Deleted 60 passwords.']);
  expect(await google.realtime.admin.get('/')).toEqual(cleaned);
  expect(await run([])).toEqual({ code: 0, out: 'No passwords are stored.\n' });
});

test('the command that deletes passwords can be interrupted at any point, and deletes the rest in a second run', async () => {
  const { passwords, cleaned } = await fill();
  const { admin } = google.realtime;
  // Simulates that the first run ended after its first part.
  await admin.update('/', Object.fromEntries(passwords.slice(0, 25).map((path) => [path, null])));
  const { out } = await run(['--yes']);
  expect(out.trim().split('\n').at(-1)).toBe('Deleted 35 passwords.');
  expect(await admin.get('/')).toEqual(cleaned);
});

test('the command that deletes passwords from a Firebase project shows an error and deletes nothing if a setting is missing or an argument is misspelled', async () => {
  const { all } = await fill();
  expect(await run(['--yes'], { FIREBASE_DATABASE_URL: undefined })).toEqual({
    code: 1,
    out: 'FIREBASE_DATABASE_URL is required with REALTIME=firebase.\n',
  });
  const mistyped = await run(['--yes', '--all']);
  expect([mistyped.code, mistyped.out]).toEqual([1, expect.stringContaining('Usage: npm run')]);
  expect(await google.realtime.admin.get('/')).toEqual(all);
});
