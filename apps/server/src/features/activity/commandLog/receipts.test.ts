import type { Flag } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DemoServer,
  nodeOf,
  startDemoServer,
  positions as to,
} from '../../../testing/demoServer.ts';
import { freshCommand } from '../../../testing/freshCommand.ts';

/**
 * These tests check that the activity log shows who really sent each command, regardless of the IDs
 * that clients choose.
 */

const POSITIONS = ['flagUp', 'flagHalf', 'flagDown'] as const;

let server: DemoServer;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.stop());

describe('the log of commands that share an ID', () => {
  test('has one entry per command, even if the commands are sent at the same time', async () => {
    const flag = server.nextFlag();
    const live = await server.connect(server.eve);
    const issuedAt = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const command = { ...freshCommand(server.eve.user.id, i % 2 ? 'a' : 'b'), issuedAt };
        return live.ask('m', { p: nodeOf(flag), d: { ...to(POSITIONS[i % 3]!), command } });
      }),
    );
    expect(answers).toEqual(Array(8).fill('ok'));
    const said = async () =>
      (await server.commandsOf(flag)).map(({ detail, outcome }) => [detail.position, outcome]);
    const asked = ['up', 'half', 'down', 'up', 'half', 'down', 'up'];
    await expect.poll(said).toEqual(asked.map((position) => [position, 'replaced']));
  });

  test('shows the right user for each command if two users take turns sending commands with the same ID', async () => {
    const flag = server.nextFlag();
    const [annsLive, evesLive] = [
      await server.connect(server.ann),
      await server.connect(server.eve),
    ];
    for (const [person, live, field] of [
      [server.ann, annsLive, 'flagDown'],
      [server.eve, evesLive, 'flagUp'],
      [server.ann, annsLive, 'flagHalf'],
      [server.eve, evesLive, 'flagDown'],
    ] as const) {
      const command = freshCommand(person.user.id, 'same');
      expect(await live.ask('m', { p: nodeOf(flag), d: { ...to(field), command } })).toBe('ok');
    }
    const said = async () =>
      (await server.commandsOf(flag)).map(({ actor, detail }) => [actor.name, detail.position]);
    await expect.poll(said).toEqual([
      ['company', 'down'],
      ['employee', 'up'],
      ['company', 'half'],
    ]);
  });
});

test("a log entry has the time when the server received the command, not the time on the client's clock", async () => {
  const flag = server.nextFlag();
  const live = await server.connect(server.eve);
  const begun = Date.now();
  const old = { ...freshCommand(server.eve.user.id, 'old'), issuedAt: begun - 29_000 };
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagDown'), command: old } })).toBe(
    'ok',
  );
  const command = freshCommand(server.eve.user.id);
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagUp'), command } })).toBe('ok');
  await expect.poll(() => server.commandsOf(flag)).toHaveLength(1);
  const [entry] = await server.commandsOf(flag);
  expect(entry?.at).toBeGreaterThanOrEqual(begun);
  expect(entry).toMatchObject({ outcome: 'replaced', detail: { position: 'down' } });
});

test("a command is never rejected because another user's command has the same ID and time", async () => {
  const flag = server.nextFlag();
  const [annsLive, evesLive] = [await server.connect(server.ann), await server.connect(server.eve)];
  for (let i = 0; i < 10; i++) {
    const ahead = { ...freshCommand(server.eve.user.id, 'x'), issuedAt: Date.now() + 900 };
    const hers = { ...freshCommand(server.ann.user.id, 'x'), issuedAt: Date.now() - 900 };
    const p = nodeOf(flag);
    expect(await evesLive.ask('m', { p, d: { ...to('flagUp'), command: ahead } })).toBe('ok');
    expect(await annsLive.ask('m', { p, d: { ...to('flagDown'), command: hers } })).toBe('ok');
  }
});

test("a command with the same ID as another user's API call is logged without that user's name or IP address", async () => {
  const flag = server.nextFlag();
  const switches = [{ id: 'sw2', state: true }];
  const called = await server.ann.patch(`/api/flags/${flag.id}`, { switches });
  const { live: flagData } = (await called.json()) as Flag;
  const id = flagData.command?.id ?? '';
  const live = await server.connect(server.eve);
  for (const reused of [id, 'server-', `server-${Math.random()}`]) {
    const command = freshCommand(server.eve.user.id, reused);
    const answer = await live.ask('m', { p: nodeOf(flag), d: { ...to('flagUp'), command } });
    expect([reused, answer]).toEqual([reused, 'permission_denied']);
  }
  const command = freshCommand(server.eve.user.id, `${id} `);
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagUp'), command } })).toBe(
    'permission_denied',
  );
  const own = freshCommand(server.eve.user.id, id.replace('server-', ''));
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagUp'), command: own } })).toBe('ok');
  const next = freshCommand(server.eve.user.id);
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagHalf'), command: next } })).toBe(
    'ok',
  );
  const carriedOut = async () =>
    (await server.commandsOf(flag))
      .filter(({ outcome }) => outcome === 'replaced')
      .map(({ actor, channel, detail }) => [actor.name, channel, detail.position]);
  await expect.poll(carriedOut).toEqual([
    ['company', 'console', 'down'],
    ['employee', 'live', 'up'],
  ]);
});
