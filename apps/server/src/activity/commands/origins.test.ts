import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ActivityPage, Flag } from '@halyard/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, start } from '../../start.ts';
import { freshCommand } from '../../testing/freshCommand.ts';
import { Live } from '../../testing/live.ts';
import { type Person, signIn } from '../../testing/people.ts';
import { startPolling } from '../../testing/polling.ts';

/** An entry of a command names the address and the way of the command's own request. */

const HOME = '192.0.2.1';
const AWAY = '198.51.100.2';

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
      // Requests say where they come from.
      TRUST_PROXY: '1',
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-origins-')),
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
const nodeOf = ({ firebaseUserId, flagId }: Flag) => `/users/${firebaseUserId}/hardware/${flagId}`;

async function connect({ cookie }: Person, address: string): Promise<Live> {
  const live = new Live(server.url, { cookie, origin: server.url, 'x-forwarded-for': address });
  sockets.push(live);
  await live.opened;
  return live;
}

let isUp = false;
/** A fresh command for the other position than last time. */
function move({ user }: Person, more: object = {}) {
  isUp = !isUp;
  const command = { ...freshCommand(user.id), ...more };
  return { flagUp: isUp, flagHalf: false, flagDown: !isUp, command };
}

/** Replaces what a flag was last commanded, so that it is entered. */
async function replace(flag: Flag): Promise<void> {
  const live = await connect(ann!, HOME);
  expect(await live.ask('m', { p: nodeOf(flag), d: move(ann!) })).toBe('ok');
  live.close();
}

/** What the log says of commands to a flag, the oldest first. */
async function entriesOf(flag: Flag) {
  const url = `/api/activity?flagId=${flag.id}&category=commands`;
  const { entries } = (await (await master!.get(url)).json()) as ActivityPage;
  return entries.toReversed();
}
const origins = async (flag: Flag) =>
  (await entriesOf(flag)).map(({ actor, channel, address }) => [actor.name, channel, address]);

/** The latest entry of a person's refused tries. */
async function refusedEntry(person: Person) {
  const url = `/api/activity?outcome=refused&who=${person.user.id}`;
  const { entries } = (await (await master!.get(url)).json()) as ActivityPage;
  return entries[0];
}

test('with a stolen API token: not where its owner’s browser is', async () => {
  const flag = nextFlag();
  await connect(ann!, HOME);
  const terms = { name: 'Script', scope: 'switch', expiresInDays: null };
  const made = await ann!.post('/api/tokens', terms);
  const { secret } = (await made.json()) as { secret: string };
  const answer = await fetch(`${server.url}${nodeOf(flag)}.json?auth=${secret}`, {
    method: 'PATCH',
    headers: { 'x-forwarded-for': AWAY },
    body: JSON.stringify(move(ann!)),
  });
  expect(answer.status).toBe(200);
  await replace(flag);
  await expect.poll(() => origins(flag)).toEqual([['company', 'api', AWAY]]);
});

test('from two browsers of one person: each command its own', async () => {
  const flag = nextFlag();
  const [home, away] = [await connect(eve!, HOME), await connect(eve!, AWAY)];
  for (const live of [home, away, home, away])
    expect(await live.ask('m', { p: nodeOf(flag), d: move(eve!) })).toBe('ok');
  await replace(flag);
  await expect
    .poll(() => origins(flag))
    .toEqual([
      ['employee', 'live', HOME],
      ['employee', 'live', AWAY],
      ['employee', 'live', HOME],
      ['employee', 'live', AWAY],
    ]);
});

test('left for the end of a connection: where that connection was', async () => {
  const flag = nextFlag();
  await connect(eve!, HOME);
  const away = await connect(eve!, AWAY);
  const d = move(eve!, { issuedAt: { '.sv': 'timestamp' } });
  expect(await away.ask('om', { p: nodeOf(flag), d })).toBe('ok');
  away.close();
  const commanded = async () =>
    ((await (await master!.get(`/api/flags`)).json()) as Flag[]).find(({ id }) => id === flag.id)
      ?.live?.command?.by;
  await expect.poll(commanded).toBe(eve!.user.id);
  await replace(flag);
  await expect.poll(() => origins(flag)).toEqual([['employee', 'live', AWAY]]);
});

test('by long polling: like any other, from where each poll came', async () => {
  const flag = nextFlag();
  const pollFrom = (address: string) => async (target: string) => {
    const { cookie } = eve!;
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
    return (await fetch(server.url + target, { headers })).text();
  };
  const polling = await startPolling(pollFrom(HOME));
  const p = nodeOf(flag);
  expect(await polling.ask('m', { p, d: move(eve!) })).toBe('ok');
  // Whoever knows the connection's password polls on from elsewhere.
  expect(await polling.ask('m', { p, d: move(eve!) }, pollFrom(AWAY))).toBe('ok');
  await replace(flag);
  await expect
    .poll(() => origins(flag))
    .toEqual([
      ['employee', 'live', HOME],
      ['employee', 'live', AWAY],
    ]);
  for (const d of [{ flagUp: true }, { command: null }, move(ann!)])
    expect(await polling.ask('m', { p, d }, pollFrom(AWAY))).toBe('permission_denied');
  await expect
    .poll(() => refusedEntry(eve!))
    .toMatchObject({
      kind: 'live.write',
      actor: { name: 'employee' },
      address: AWAY,
      detail: { about: expect.stringMatching(/^3 refused within \d+ s, at 1 place$/) },
    });
});

test('an account that is deleted before its command ended keeps its name', async () => {
  const flag = nextFlag();
  const made = await ann!.post('/api/users', {
    ...{ username: 'temporary', password: 'halyard-demo', role: 'location_user' },
    ...{ firstName: 'T', lastName: 'E', email: 't@example.test', phone: '5550100' },
    locationId: flag.locationId,
  });
  expect(made.status).toBe(201);
  const person = await signIn(server.url, 'temporary');
  const live = await connect(person, AWAY);
  expect(await live.ask('m', { p: nodeOf(flag), d: move(person) })).toBe('ok');
  expect((await ann!.delete(`/api/users/${person.user.id}`)).status).toBe(204);
  await replace(flag);
  await expect.poll(() => origins(flag)).toEqual([['temporary', 'live', AWAY]]);
  expect((await entriesOf(flag))[0]?.actor.kind).toBe('person');
});
