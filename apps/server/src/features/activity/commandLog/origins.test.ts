import type { Flag } from '@halyard/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type DemoServer,
  move as moveTo,
  nodeOf,
  startDemoServer,
} from '../../../testing/demoServer.ts';
import { Live } from '../../../testing/live.ts';
import { PASSWORD_OF_TESTS, type Person, signIn } from '../../../testing/people.ts';
import { startPolling } from '../../../testing/polling.ts';

/**
 * These tests check that a command's log entry has the IP address and channel of the request
 * that sent the command.
 */

const HOME = '192.0.2.1';
const AWAY = '198.51.100.2';

let server: DemoServer;
beforeAll(async () => {
  server = await startDemoServer();
});
afterAll(() => server.stop());

let isUp = false;
/** Returns a new command for a position that differs from the previous command's position. */
function move(person: Person, more: object = {}) {
  isUp = !isUp;
  return moveTo(person, isUp ? 'flagUp' : 'flagDown', more);
}

/**
 * Sends a new command that replaces the flag's current command. This makes the log add the final
 * entry of the replaced command.
 */
async function replace(flag: Flag): Promise<void> {
  const live = await server.connect(server.ann, HOME);
  expect(await live.ask('m', { p: nodeOf(flag), d: move(server.ann) })).toBe('ok');
  live.close();
}

const origins = async (flag: Flag) =>
  (await server.commandsOf(flag)).map(({ actor, channel, address }) => [
    actor.name,
    channel,
    address,
  ]);

/** Returns the latest log entry about a refused request of a user. */
const refusedEntry = async ({ user }: Person) =>
  (await server.entries(`outcome=refused&who=${user.id}`))[0];

test("a command sent with a stolen API token is logged with the IP address of the thief, not that of the owner's browser", async () => {
  const flag = server.nextFlag();
  await server.connect(server.ann, HOME);
  const terms = { name: 'Script', scope: 'switch', expiresInDays: null };
  const made = await server.ann.post('/api/tokens', terms);
  const { secret } = (await made.json()) as { secret: string };
  const answer = await fetch(`${server.url}${nodeOf(flag)}.json?auth=${secret}`, {
    method: 'PATCH',
    headers: { 'x-forwarded-for': AWAY },
    body: JSON.stringify(move(server.ann)),
  });
  expect(answer.status).toBe(200);
  await replace(flag);
  await expect.poll(() => origins(flag)).toEqual([['company', 'api', AWAY]]);
});

test('a command is logged with the IP address of the browser that sent it, even if the user has two browsers open', async () => {
  const flag = server.nextFlag();
  const [home, away] = [
    await server.connect(server.eve, HOME),
    await server.connect(server.eve, AWAY),
  ];
  for (const live of [home, away, home, away])
    expect(await live.ask('m', { p: nodeOf(flag), d: move(server.eve) })).toBe('ok');
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

test('two commands from different IP addresses in the same millisecond are each logged with the correct address', async () => {
  const flag = server.nextFlag();
  const [home, away] = [
    await server.connect(server.eve, HOME),
    await server.connect(server.eve, AWAY),
  ];
  server.clock.stoppedAt = Date.now();
  for (const live of [home, away])
    expect(await live.ask('m', { p: nodeOf(flag), d: move(server.eve) })).toBe('ok');
  server.clock.stoppedAt = null;
  await replace(flag);
  await expect
    .poll(() => origins(flag))
    .toEqual([
      ['employee', 'live', HOME],
      ['employee', 'live', AWAY],
    ]);
});

test('an on-disconnect command is logged with the IP address of its connection', async () => {
  const flag = server.nextFlag();
  await server.connect(server.eve, HOME);
  const away = await server.connect(server.eve, AWAY);
  const d = move(server.eve, { issuedAt: { '.sv': 'timestamp' } });
  expect(await away.ask('om', { p: nodeOf(flag), d })).toBe('ok');
  away.close();
  const commanded = async () =>
    (await server.flags()).find(({ id }) => id === flag.id)?.live?.command?.by;
  await expect.poll(commanded).toBe(server.eve.user.id);
  await replace(flag);
  await expect.poll(() => origins(flag)).toEqual([['employee', 'live', AWAY]]);
});

test("one user's on-disconnect write cannot change another user's command", async () => {
  const flag = server.nextFlag();
  const secretOf = async (person: Person) => {
    const terms = { name: 'Left', scope: 'switch', expiresInDays: null };
    return ((await (await person.post('/api/tokens', terms)).json()) as { secret: string }).secret;
  };
  const both = new Live(server.url, { 'x-forwarded-for': AWAY });
  await both.opened;
  expect(await both.ask('auth', { cred: await secretOf(server.eve) })).toBe('ok');
  const d = moveTo(server.eve, 'flagDown', { issuedAt: { '.sv': 'timestamp' } });
  expect(await both.ask('om', { p: nodeOf(flag), d })).toBe('ok');
  expect(await both.ask('auth', { cred: await secretOf(server.ann) })).toBe('ok');
  const switches = { flagHalf: true, flagDown: false };
  expect(await both.ask('om', { p: nodeOf(flag), d: switches })).toBe('permission_denied');
  both.close();
  await replace(flag);
  await expect.poll(() => origins(flag)).toEqual([['employee', 'api', AWAY]]);
  expect((await server.commandsOf(flag))[0]?.detail.position).toBe('down');
});

test('each command sent by long polling is logged with the IP address of its own request', async () => {
  const flag = server.nextFlag();
  const pollFrom = (address: string) => async (target: string) => {
    const { cookie } = server.eve;
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
    return (await fetch(server.url + target, { headers })).text();
  };
  const polling = await startPolling(pollFrom(HOME));
  const p = nodeOf(flag);
  expect(await polling.ask('m', { p, d: move(server.eve) })).toBe('ok');
  // Anyone who has the connection's password can continue polling from another IP address.
  expect(await polling.ask('m', { p, d: move(server.eve) }, pollFrom(AWAY))).toBe('ok');
  await replace(flag);
  await expect
    .poll(() => origins(flag))
    .toEqual([
      ['employee', 'live', HOME],
      ['employee', 'live', AWAY],
    ]);
  for (const d of [{ flagUp: true }, { command: null }, move(server.ann)])
    expect(await polling.ask('m', { p, d }, pollFrom(AWAY))).toBe('permission_denied');
  await expect
    .poll(() => refusedEntry(server.eve))
    .toMatchObject({
      kind: 'live.write',
      actor: { name: 'employee' },
      address: AWAY,
      detail: { about: expect.stringMatching(/^3 rejected within \d+ sec, at 1 place$/) },
    });
});

test("a command keeps its user's name in the log, even if the user is deleted before the command ends", async () => {
  const flag = server.nextFlag();
  const made = await server.ann.post('/api/users', {
    ...{ username: 'temporary', password: PASSWORD_OF_TESTS, role: 'location_user' },
    ...{ firstName: 'T', lastName: 'E', email: 't@example.test', phone: '5550100' },
    locationId: flag.locationId,
  });
  expect(made.status).toBe(201);
  const person = await signIn(server.url, 'temporary');
  const live = await server.connect(person, AWAY);
  expect(await live.ask('m', { p: nodeOf(flag), d: move(person) })).toBe('ok');
  expect((await server.ann.delete(`/api/users/${person.user.id}`)).status).toBe(204);
  await replace(flag);
  await expect.poll(() => origins(flag)).toEqual([['temporary', 'live', AWAY]]);
  expect((await server.commandsOf(flag))[0]?.actor.kind).toBe('person');
});
