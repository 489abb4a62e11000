import { deleteApp, initializeApp } from '@firebase/app';
import { connectDatabaseEmulator, getDatabase, ref, update } from '@firebase/database';
import { startFleet } from '@halyard/poles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, startDemoServer } from '../../testing/demoServer.ts';
import { freshCommand } from '../../testing/freshCommand.ts';
import { Live } from '../../testing/live.ts';
import type { Person } from '../../testing/people.ts';

/** These tests check, with the whole server and one pole, that no command moves a locked pole. */

let server: DemoServer;
let master: Person;

beforeAll(async () => {
  server = await startDemoServer();
  master = server.master;
});
afterAll(() => server.stop());

interface Made {
  id: string;
  firebaseUserId: string;
  deviceKey: string;
  companyId: string;
}

async function newFlag(flagId: string) {
  const locations = (await (await master.get('/api/locations')).json()) as {
    id: string;
    companyId: string;
  }[];
  const { companyId, id: locationId } = locations[0]!;
  const body = { name: flagId, flagId, companyId, locationId };
  const made = (await (await master.post('/api/flags', body)).json()) as Made;
  const node = `users/${made.firebaseUserId}/hardware/${flagId}`;
  const { deviceKey: key, firebaseUserId: ownerId } = made;
  const startPole = () =>
    startFleet({
      server: server.url,
      poles: [{ ownerId, flagId, key, name: 'Pole', behaviour: 'normal' }],
      timing: { travelMin: 10, travelMax: 30, lamp: 5 },
    });
  const lock = `/api/flags/${made.id}/lock`;
  const patch = (id: string) =>
    master.patch(`/api/flags/${made.id}`, { switches: [{ id, state: true }] });
  const live = async () => {
    const flags = (await (await master.get('/api/flags')).json()) as {
      id: string;
      isOnline: boolean;
      live: {
        desired: Record<string, boolean>;
        reported: Record<string, boolean>;
        command: { outcome?: string } | null;
      };
    }[];
    const found = flags.find(({ id }) => id === made.id)!;
    return { isOnline: found.isOnline, ...found.live };
  };
  return { ...made, node, lock, startPole, patch, live };
}

const command = (by: string) => ({
  flagUp: false,
  flagDown: false,
  flagHalf: true,
  lamp: true,
  command: freshCommand(by),
});

test('after the lock request has returned, a pole rejects commands from the API, the SDK, REST and a browser until the lock is released', async () => {
  const flag = await newFlag('LOCK-1');
  const rights = { name: 'Weather', role: 'company_user', companyId: flag.companyId };
  const { id, secret } = (await (await master.post('/api/service-accounts', rights)).json()) as {
    id: string;
    secret: string;
  };
  const app = initializeApp({ databaseURL: `${server.url}?ns=halyard` }, 'lock');
  const database = getDatabase(app);
  const port = Number(new URL(server.url).port);
  connectDatabaseEmulator(database, '127.0.0.1', port, { mockUserToken: secret });
  const browser = new Live(server.url, { cookie: master.cookie, origin: server.url });
  expect(await browser.opened).toBe(101);
  const ways: (() => Promise<boolean>)[] = [
    async () => (await flag.patch('sw3')).ok,
    () =>
      update(ref(database, flag.node), command(`service:${id}`)).then(
        () => true,
        () => false,
      ),
    async () => {
      const rest = await fetch(`${server.url}/${flag.node}.json?auth=${secret}`, {
        method: 'PATCH',
        body: JSON.stringify(command(`service:${id}`)),
      });
      return rest.ok;
    },
    async () =>
      (await browser.ask('m', { p: `/${flag.node}`, d: command(master.user.id) })) === 'ok',
  ];
  const tryAll = () => Promise.all(ways.map((way) => way()));
  expect(await tryAll()).toEqual([true, true, true, true]);
  expect((await master.put(flag.lock, { reason: 'Rope frayed' })).status).toBe(200);
  expect(await tryAll()).toEqual([false, false, false, false]);
  expect((await master.delete(flag.lock)).status).toBe(200);
  expect(await tryAll()).toEqual([true, true, true, true]);
  browser.close();
  await deleteApp(app);
});

test('locking an offline pole cancels the pending command, so that the pole does not move when it reconnects', async () => {
  const flag = await newFlag('LOCK-2');
  let pole = flag.startPole();
  expect((await flag.patch('sw2')).status).toBe(200);
  await expect.poll(async () => (await flag.live()).reported.flagDown).toBe(true);
  await pole.stop();
  expect((await flag.patch('sw1')).status).toBe(200);
  expect((await master.put(flag.lock, { reason: 'Rope frayed' })).status).toBe(200);
  expect(await flag.live()).toMatchObject({
    desired: { flagUp: false, flagDown: true },
    command: { outcome: 'cancelled' },
  });
  const reports: unknown[] = [];
  pole = flag.startPole();
  await expect
    .poll(async () => {
      reports.push((await flag.live()).reported.flagUp);
      return pole.stats().reports;
    })
    .toBeGreaterThan(0);
  expect((await flag.live()).reported).toMatchObject({ flagUp: false, flagDown: true });
  expect(reports).not.toContain(true);
  await pole.stop();
});

test('a locked pole that is moved by hand can still report, and its desired position becomes the reported one', async () => {
  const flag = await newFlag('LOCK-3');
  expect((await master.put(flag.lock, { reason: 'Rope frayed' })).status).toBe(200);
  const report = { 'reported/flagUp': true, 'reported/flagDown': false };
  const sent = await fetch(`${server.url}/${flag.node}.json?auth=${flag.deviceKey}`, {
    method: 'PATCH',
    body: JSON.stringify(report),
  });
  expect(sent.status).toBe(200);
  await expect.poll(async () => (await flag.live()).desired.flagUp).toBe(true);
});
