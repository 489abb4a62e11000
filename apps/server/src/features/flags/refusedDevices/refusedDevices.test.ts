import type { FlagCreated, RefusedDevice, RefusedDevices } from '@halyard/domain';
import { startFleet } from '@halyard/poles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines } from '../../../testing/engines.ts';
import { type StartedServer, startFilledServer } from '../../../testing/filledServer.ts';
import type { Person } from '../../../testing/people.ts';
import { PASSWORD_OF_TESTS, signIn } from '../../../testing/people.ts';

const REPORT = { 'reported/flagUp': true, voltage: 42 };

describe.each(bothEngines)('the list of refused devices on %s', (engine) => {
  let server: StartedServer['server'];
  let world: StartedServer['world'];
  let stop = async () => {};
  let flag: FlagCreated;
  let other: FlagCreated;
  /** A user who belongs to another company. */
  let neighbor: Person;
  beforeAll(async () => {
    ({ server, world, stop } = await startFilledServer(engine));
    flag = await world.addFlag('GATE-1');
    other = await world.addFlag('GATE-2');
    const { master } = world;
    const company = await answerOf(master.post('/api/companies', { ...ADDRESS, name: 'Neighbor' }));
    const place = { ...ADDRESS, name: 'Far', companyId: company.id };
    const location = await answerOf(master.post('/api/locations', place));
    const account = { username: 'neighbor', password: PASSWORD_OF_TESTS, locationId: location.id };
    await answerOf(master.post('/api/users', { ...CONTACT, ...account, role: 'company_user' }));
    neighbor = await signIn(server.url, 'neighbor');
  });
  afterAll(() => stop());

  const report = (of: FlagCreated, key: string | null, body: unknown = REPORT) =>
    fetch(
      `${server.url}/users/${of.firebaseUserId}/hardware/${of.flagId}.json${key === null ? '' : `?auth=${key}`}`,
      { method: 'PATCH', body: typeof body === 'string' ? body : JSON.stringify(body) },
    );
  const seenBy = async (person: Person): Promise<RefusedDevice[]> =>
    ((await (await person.get('/api/refused-devices')).json()) as RefusedDevices).devices;
  const rowBy = (person: Person, match: Partial<RefusedDevice>) =>
    expect.poll(() => seenBy(person)).toContainEqual(expect.objectContaining(match));

  test('shows devices with an unknown key only to masters, and shows the length of the key but not the key itself', async () => {
    const key = 'cut-off-KEY-1234567';
    expect((await report(flag, key)).status).toBe(401);
    const path = `users/${flag.firebaseUserId}/hardware/GATE-1`;
    const row = { reason: 'unknown-key', flag: null, path, detail: '19', count: 1 } as const;
    await rowBy(world.master, { ...row, address: '127.0.0.1' });
    expect(JSON.stringify(await seenBy(world.master))).not.toContain(key);
    const hidden = expect.objectContaining({ reason: 'unknown-key' });
    expect(await seenBy(world.companyUser)).not.toContainEqual(hidden);
  });

  test('shows devices that sent no key, and gives that as the reason', async () => {
    expect((await report(other, null)).status).toBe(401);
    await rowBy(world.master, { reason: 'no-key', flag: null });
  });

  test('shows the invalid field of a malformed report, but not to other companies', async () => {
    const answer = await report(flag, flag.deviceKey, { 'reported/flagUp': 'yes' });
    expect(answer.status).toBe(401);
    const row = {
      reason: 'malformed',
      detail: 'reported/flagUp',
      flag: { id: flag.id, name: flag.name },
    } as const;
    await rowBy(world.master, row);
    await rowBy(world.companyUser, row);
    await report(flag, flag.deviceKey, { reported: { flagUp: true, odd: { deep: 1 } } });
    await rowBy(world.companyUser, { ...row, detail: 'reported/odd' });
    await report(flag, flag.deviceKey, '{"voltage":');
    await rowBy(world.companyUser, {
      ...row,
      detail: expect.stringContaining("couldn't parse JSON") as string,
    });
    expect(await seenBy(neighbor)).toEqual([]);
  });

  test("shows which flag a device's key belongs to; only masters also see the path that the device tried to access", async () => {
    expect((await report(other, flag.deviceKey)).status).toBe(401);
    const row = { reason: 'other-flag', flag: { id: flag.id, name: flag.name } } as const;
    const path = `users/${other.firebaseUserId}/hardware/GATE-2`;
    await rowBy(world.master, { ...row, path });
    await rowBy(world.companyUser, { ...row, path: null });
  });

  test('includes devices with a wrong clock, even though the server accepts their reports', async () => {
    const lastSeen = Math.floor(Date.now() / 1000) - 3 * 3600;
    expect((await report(flag, flag.deviceKey, { 'reported/lastSeen': lastSeen })).status).toBe(
      200,
    );
    await rowBy(world.companyUser, {
      reason: 'clock-off',
      flag: { id: flag.id, name: flag.name },
      detail: expect.stringMatching(/^-10[78]\d\d$/) as string,
    });
  });

  test("shows devices with a revoked key or a deleted flag's key, and gives that as the reason", async () => {
    const gone = await world.addFlag('GATE-3');
    const keys = (await (await world.master.get(`/api/flags/${gone.id}/keys`)).json()) as [
      { id: string },
    ];
    await world.master.delete(`/api/flags/${gone.id}/keys/${keys[0].id}`);
    expect((await report(gone, gone.deviceKey)).status).toBe(401);
    await rowBy(world.companyUser, {
      reason: 'revoked-key',
      flag: { id: gone.id, name: gone.name },
    });
    await world.master.delete(`/api/flags/${gone.id}`);
    expect((await report(gone, gone.deviceKey)).status).toBe(401);
    await rowBy(world.companyUser, { reason: 'deleted-flag', flag: { id: null, name: gone.name } });
  });

  test('shows many attempts by one device in a single row with a count', async () => {
    for (let i = 0; i < 20; i++) await report(other, other.deviceKey, { lamp: true });
    const row = { reason: 'malformed', detail: 'lamp', flag: { id: other.id, name: other.name } };
    await expect
      .poll(async () =>
        (await seenBy(world.master))
          .filter(({ flag, detail }) => flag?.id === other.id && detail === row.detail)
          .map(({ count }) => count),
      )
      .toEqual([20]);
  });

  test("supplies the reason for a refusal to the checklist of a new flag until the flag's own pole reports", async () => {
    const added = await world.addFlag('GATE-4');
    const checkOf = async () =>
      (await (await world.master.get(`/api/flags/${added.id}/test`)).json()) as {
        isNew: boolean;
        refused: RefusedDevice | null;
      };
    expect(await checkOf()).toMatchObject({ isNew: true, refused: null });
    await report(added, flag.deviceKey);
    await expect.poll(async () => (await checkOf()).refused?.reason).toBe('other-flag');
    const fleet = startFleet({
      server: server.url,
      poles: [
        {
          ...{ ownerId: added.firebaseUserId, flagId: 'GATE-4', key: added.deviceKey! },
          ...{ name: 'Pole', behaviour: 'normal' },
        },
      ],
    });
    await expect.poll(async () => (await checkOf()).refused).toBe(null);
    await fleet.stop();
  });
});

const CONTACT = { firstName: 'F', lastName: 'L', email: 'n@example.com', phone: '5550100001' };
const ADDRESS = {
  ...{ address1: '1 Main', city: 'Fargo', state: 'ND', zip: '58102', phone: '5550100000' },
};

async function answerOf(answer: Promise<Response>): Promise<{ id: string }> {
  const response = await answer;
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as { id: string };
}
