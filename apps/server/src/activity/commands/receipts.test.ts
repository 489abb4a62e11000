import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ActivityPage, Flag } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, start } from '../../start.ts';
import { freshCommand } from '../../testing/freshCommand.ts';
import { Live } from '../../testing/live.ts';
import { type Person, signIn } from '../../testing/people.ts';

/** Whatever a client chooses, the activity log has an entry of each command, in the right name. */

let server: Running;
let [master, ann, eve]: Person[] = [];
let flags: Flag[];
const sockets: Live[] = [];

beforeAll(async () => {
  server = await start({
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-receipts-')),
    },
    demo: true,
    reset: false,
    print: () => {},
  });
  master = await signIn(server.url, 'master');
  ann = await signIn(server.url, 'company');
  eve = await signIn(server.url, 'employee');
  const { companyId } = eve.user;
  flags = ((await (await master.get('/api/flags')).json()) as Flag[]).filter(
    (flag) => flag.companyId === companyId,
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await server.stop();
});

/** A flag that no other test has commanded. */
const nextFlag = () => flags.pop()!;
async function connect({ cookie }: Person): Promise<Live> {
  const live = new Live(server.url, { cookie, origin: server.url });
  sockets.push(live);
  await live.opened;
  return live;
}
const nodeOf = ({ firebaseUserId, flagId }: Flag) => `/users/${firebaseUserId}/hardware/${flagId}`;
const POSITIONS = ['flagUp', 'flagHalf', 'flagDown'] as const;
/** All positions as one of them is on. */
const to = (on: string) => Object.fromEntries(POSITIONS.map((field) => [field, field === on]));
/** What the log says of commands to a flag, the oldest first. */
async function entriesOf(flag: Flag) {
  const url = `/api/activity?flagId=${flag.id}&category=commands`;
  const { entries } = (await (await master!.get(url)).json()) as ActivityPage;
  return entries.toReversed();
}

describe('each command has its entry', () => {
  test('of eight with two ids and one time of issue, sent at once, seven were replaced', async () => {
    const flag = nextFlag();
    const live = await connect(eve!);
    const issuedAt = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const command = { ...freshCommand(eve!.user.id, i % 2 ? 'a' : 'b'), issuedAt };
        return live.ask('m', { p: nodeOf(flag), d: { ...to(POSITIONS[i % 3]!), command } });
      }),
    );
    expect(answers).toEqual(Array(8).fill('ok'));
    const said = async () =>
      (await entriesOf(flag)).map(({ detail, outcome }) => [detail.position, outcome]);
    const asked = ['up', 'half', 'down', 'up', 'half', 'down', 'up'];
    await expect.poll(said).toEqual(asked.map((position) => [position, 'replaced']));
  });

  test('of two people who use the same ids in turn, each in their own name', async () => {
    const flag = nextFlag();
    const [annsLive, evesLive] = [await connect(ann!), await connect(eve!)];
    for (const [person, live, field] of [
      [ann!, annsLive, 'flagDown'],
      [eve!, evesLive, 'flagUp'],
      [ann!, annsLive, 'flagHalf'],
      [eve!, evesLive, 'flagDown'],
    ] as const) {
      const command = freshCommand(person.user.id, 'same');
      expect(await live.ask('m', { p: nodeOf(flag), d: { ...to(field), command } })).toBe('ok');
    }
    const said = async () =>
      (await entriesOf(flag)).map(({ actor, detail }) => [actor.name, detail.position]);
    await expect.poll(said).toEqual([
      ['company', 'down'],
      ['employee', 'up'],
      ['company', 'half'],
    ]);
  });
});

test('an entry stands where the server received the command, not where its client says', async () => {
  const flag = nextFlag();
  const live = await connect(eve!);
  const begun = Date.now();
  const old = { ...freshCommand(eve!.user.id, 'old'), issuedAt: begun - 29_000 };
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagDown'), command: old } })).toBe(
    'ok',
  );
  const command = freshCommand(eve!.user.id);
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagUp'), command } })).toBe('ok');
  await expect.poll(() => entriesOf(flag)).toHaveLength(1);
  const [entry] = await entriesOf(flag);
  expect(entry?.at).toBeGreaterThanOrEqual(begun);
  expect(entry).toMatchObject({ outcome: 'replaced', detail: { position: 'down' } });
});

test('nobody is refused because of what another person chose', async () => {
  const flag = nextFlag();
  const [annsLive, evesLive] = [await connect(ann!), await connect(eve!)];
  for (let i = 0; i < 10; i++) {
    const ahead = { ...freshCommand(eve!.user.id, 'x'), issuedAt: Date.now() + 900 };
    const hers = { ...freshCommand(ann!.user.id, 'x'), issuedAt: Date.now() - 900 };
    const p = nodeOf(flag);
    expect(await evesLive.ask('m', { p, d: { ...to('flagUp'), command: ahead } })).toBe('ok');
    expect(await annsLive.ask('m', { p, d: { ...to('flagDown'), command: hers } })).toBe('ok');
  }
});

test("the id of another person's call brings neither their name nor where they were", async () => {
  const flag = nextFlag();
  const switches = [{ id: 'sw2', state: true }];
  const called = await ann!.patch(`/api/flags/${flag.id}`, { switches });
  const { live: told } = (await called.json()) as Flag;
  const id = told.command?.id ?? '';
  const live = await connect(eve!);
  for (const reused of [id, 'server-', `server-${Math.random()}`]) {
    const command = freshCommand(eve!.user.id, reused);
    const answer = await live.ask('m', { p: nodeOf(flag), d: { ...to('flagUp'), command } });
    expect([reused, answer]).toEqual([reused, 'permission_denied']);
  }
  const command = freshCommand(eve!.user.id, `${id} `);
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagUp'), command } })).toBe(
    'permission_denied',
  );
  const own = freshCommand(eve!.user.id, id.replace('server-', ''));
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagUp'), command: own } })).toBe('ok');
  const next = freshCommand(eve!.user.id);
  expect(await live.ask('m', { p: nodeOf(flag), d: { ...to('flagHalf'), command: next } })).toBe(
    'ok',
  );
  const carriedOut = async () =>
    (await entriesOf(flag))
      .filter(({ outcome }) => outcome === 'replaced')
      .map(({ actor, channel, detail }) => [actor.name, channel, detail.position]);
  await expect.poll(carriedOut).toEqual([
    ['company', 'console', 'down'],
    ['employee', 'live', 'up'],
  ]);
});
