import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ActivityPage, Flag } from '@halyard/domain';
import { expect, onTestFinished, test } from 'vitest';
import { start } from '../../app/start.ts';
import { freshCommand } from '../../testing/freshCommand.ts';
import { Live } from '../../testing/live.ts';
import { type Person, signIn } from '../../testing/people.ts';
import { kill, programArgs, startServerProcess } from '../../testing/serverProcess.ts';

const nodeOf = ({ firebaseUserId, flagId }: Flag) => `/users/${firebaseUserId}/hardware/${flagId}`;
const down = { flagUp: false, flagHalf: false, flagDown: true };
const up = { flagUp: true, flagHalf: false, flagDown: false };
/**
 * Returns a command without a fixed time. The server fills in the current time when it stores the
 * command, so the command is never too old.
 */
const leftCommand = (by: string) => ({ ...freshCommand(by), issuedAt: { '.sv': 'timestamp' } });

test("when a server is killed, its clients' on-disconnect writes are checked and logged at the next start", async () => {
  const env = { DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-left-')) };
  const first = await startServerProcess(env);
  const sockets: Live[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.close()));
  const connect = async ({ cookie }: Person) => {
    const live = new Live(first.url, { cookie, origin: new URL(first.url).origin });
    sockets.push(live);
    await live.opened;
    return live;
  };
  const [ann, eve] = [await signIn(first.url, 'company'), await signIn(first.url, 'employee')];
  const flags = (await (await eve.get('/api/flags')).json()) as Flag[];
  const [replaced, untouched] = flags as [Flag, Flag];
  const [annsLive, evesLive] = [await connect(ann), await connect(eve)];
  const left = { ...up, command: leftCommand(eve.user.id) };
  expect(await evesLive.ask('om', { p: nodeOf(replaced), d: left })).toBe('ok');
  const given = { ...down, command: freshCommand(eve.user.id) };
  expect(await evesLive.ask('m', { p: nodeOf(replaced), d: given })).toBe('ok');
  const hers = { ...up, command: leftCommand(ann.user.id) };
  expect(await annsLive.ask('om', { p: nodeOf(untouched), d: hers })).toBe('ok');
  await kill(first.child);
  const suspended = spawnSync(
    process.execPath,
    [...programArgs('app/admin/cli'), 'suspend', 'company'],
    {
      env: { ...process.env, ...env },
    },
  );
  expect([suspended.status, suspended.stderr.toString()]).toEqual([0, expect.anything()]);

  const next = await startServerProcess(env);
  onTestFinished(() => void kill(next.child));
  const master = await signIn(next.url, 'master');
  const entriesOf = async (flag: Flag) => {
    const url = `/api/activity?flagId=${flag.id}&category=commands`;
    return ((await (await master.get(url)).json()) as ActivityPage).entries;
  };
  const loggedEntries = async () =>
    (await entriesOf(replaced)).map(({ outcome, actor, detail }) => [
      ...[outcome, actor.name, detail.position],
    ]);
  await expect.poll(loggedEntries).toContainEqual(['replaced', 'employee', 'down']);
  const now = (await (await master.get('/api/flags')).json()) as Flag[];
  const commandOf = (flag: Flag) => now.find(({ id }) => id === flag.id)?.live?.command ?? null;
  expect(commandOf(replaced)).toMatchObject({ by: eve.user.id, id: left.command.id });
  expect(commandOf(untouched)).toBeNull();
});

test("when a server shuts down, the log shows that a client's on-disconnect command replaced an earlier command", async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'halyard-left-'));
  const env = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR };
  const options = { env, demo: true, reset: false, print: () => {} };
  const first = await start(options);
  const eve = await signIn(first.url, 'employee');
  const [flag] = (await (await eve.get('/api/flags')).json()) as [Flag];
  const live = new Live(first.url, { cookie: eve.cookie, origin: first.url });
  await live.opened;
  const given = { ...down, command: freshCommand(eve.user.id) };
  expect(await live.ask('m', { p: nodeOf(flag), d: given })).toBe('ok');
  const left = { ...up, command: leftCommand(eve.user.id) };
  expect(await live.ask('om', { p: nodeOf(flag), d: left })).toBe('ok');
  await first.stop();

  const next = await start(options);
  onTestFinished(() => next.stop());
  const master = await signIn(next.url, 'master');
  const url = `/api/activity?flagId=${flag.id}&category=commands`;
  const loggedEntries = async () =>
    ((await (await master.get(url)).json()) as ActivityPage).entries.map(
      ({ outcome, actor, detail }) => [outcome, actor.name, detail.position],
    );
  await expect.poll(loggedEntries).toContainEqual(['replaced', 'employee', 'down']);
});
