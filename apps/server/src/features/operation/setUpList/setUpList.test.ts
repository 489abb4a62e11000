import type { SetUpList } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, DAY_MS, type Harness } from '../../../testing/harness.ts';
import { companyBody, contactBody, locationBody, userBody } from '../../../testing/world.ts';

const MAIL = { host: '127.0.0.1', port: 1, encryption: 'tls', user: null, from: 'a@example.test' };

const read = async (client: Client): Promise<SetUpList> => {
  const { status, json } = await client.call('GET', '/api/set-up');
  expect(status).toBe(200);
  return json;
};
const open = ({ steps }: SetUpList) => steps.flatMap(({ step, isDone }) => (isDone ? [] : step));
const send = async (
  client: Client,
  method: 'POST' | 'PUT' | 'PATCH',
  url: string,
  body?: object,
) => {
  const { status, json, text } = await client.call(method, url, body);
  expect([url, status < 300, text]).toEqual([url, true, text]);
  return json;
};

describe.each(bothEngines)('the setup checklist on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let company: { id: string };
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
  });
  afterAll(() => harness.close());

  test("marks each step as done as soon as the system's data shows that it is done", async () => {
    expect(await read(master)).toEqual({
      isShown: true,
      steps: [
        'company',
        'location',
        'simulated-pole',
        'pole',
        'mail',
        'backups',
        'autopilot',
        'sources',
      ].map((step) => ({ step, isDone: false })),
      simulateAt: null,
      simulatedPole: null,
    });

    company = await send(master, 'POST', '/api/companies', companyBody());
    expect(open(await read(master))[0]).toBe('location');

    const location = await send(master, 'POST', '/api/locations', locationBody(company.id));
    const withPlace = await read(master);
    expect(open(withPlace)[0]).toBe('simulated-pole');
    expect(withPlace.simulateAt).toEqual({ id: location.id, name: 'Yard' });

    const simulated = await send(master, 'POST', `/api/locations/${location.id}/simulated-pole`);
    const trying = await read(master);
    expect(open(trying)).toEqual(['pole', 'mail', 'backups', 'autopilot', 'sources']);
    expect(trying.simulatedPole).toEqual({
      id: simulated.id,
      name: 'Simulated pole',
      location: 'Yard',
    });

    const place = { companyId: company.id, locationId: location.id };
    const flag = await send(master, 'POST', '/api/flags', {
      name: 'Gate',
      flagId: 'G-1',
      ...place,
    });
    await send(master, 'PUT', '/api/settings/mail', MAIL);
    await send(master, 'PUT', '/api/settings/backups', { isOn: true });
    expect(open(await read(master))).toEqual(['autopilot', 'sources']);
    // Either choice completes this step.
    await send(master, 'PUT', '/api/half-staff/sources/federal', { watch: false });
    expect(open(await read(master))).toEqual(['autopilot']);

    const { digest } = (await master.call('GET', '/api/half-staff/dry-run')).json;
    await send(master, 'PUT', '/api/half-staff/engine', { isOn: true, digest });
    // No company follows orders yet.
    expect(open(await read(master))).toEqual(['autopilot']);
    await send(master, 'PATCH', `/api/companies/${company.id}`, { autoHalfMast: true });
    expect(await read(master)).toMatchObject({ isShown: false });
    expect(open(await read(master))).toEqual([]);

    // A step is open again when its condition is no longer met.
    await master.call('DELETE', `/api/flags/${simulated.id}`);
    expect(open(await read(master))).toEqual(['simulated-pole']);
    const address = { ownerId: flag.firebaseUserId, flagId: 'G-1' };
    await harness.link.report(address, { seenAt: harness.time.now });
    expect(open(await read(master))).toEqual([]);
  });

  test('shows company users the remaining steps for their company', async () => {
    const own = await send(master, 'POST', '/api/companies', companyBody('New'));
    const first = await harness.as('company_user', { companyId: own.id });
    const before = await read(first);
    expect(before).toMatchObject({ isShown: true, simulateAt: null, simulatedPole: null });
    expect(open(before)).toEqual(['location', 'pole', 'people', 'autopilot']);

    const location = await send(first, 'POST', '/api/locations', locationBody(own.id));
    const locationId = location.id;
    await send(master, 'POST', `/api/locations/${locationId}/simulated-pole`);
    expect(open(await read(first))).toEqual(['pole', 'people', 'autopilot']);
    await send(first, 'POST', '/api/users', userBody(locationId));
    await send(first, 'PATCH', `/api/companies/${own.id}`, { autoHalfMast: true });
    expect(open(await read(first))).toEqual(['pole']);
    const place = { companyId: own.id, locationId };
    await send(master, 'POST', '/api/flags', { name: 'Gate', flagId: 'G-2', ...place });
    expect(await read(first)).toMatchObject({ isShown: false });
    // The user may not remove the simulated pole that the master has created.
    expect((await read(first)).simulatedPole).toBe(null);
  });

  test("does not count a user's own invitation as inviting a colleague", async () => {
    const own = await send(master, 'POST', '/api/companies', companyBody('Invited'));
    const role = { role: 'company_user', companyId: own.id };
    const { code } = await send(master, 'POST', '/api/invitations', role);
    const username = `first-${engine}`;
    const account = { ...contactBody(), username, password: 'long enough' };
    const body = { ...account, code };
    const { json } = await harness.anonymous().call('POST', '/api/register', body);
    const first = await harness.client(json.id);
    expect(open(await read(first))).toContain('people');
    await send(first, 'POST', '/api/invitations', { companyId: own.id });
    expect(open(await read(first))).not.toContain('people');
  });

  test('stays hidden for a user who has hidden it, until the user shows it again', async () => {
    const own = await send(master, 'POST', '/api/companies', companyBody('Own'));
    const [one, other] = [
      await harness.as('company_user', { companyId: own.id }),
      await harness.as('company_user', { companyId: own.id }),
    ];
    expect(await send(one, 'PUT', '/api/set-up', { isShown: false })).toMatchObject({
      isShown: false,
    });
    expect((await read(one)).isShown).toBe(false);
    expect((await read(other)).isShown).toBe(true);
    await send(one, 'PUT', '/api/set-up', { isShown: true });
    expect((await read(one)).isShown).toBe(true);
    expect((await one.call('PUT', '/api/set-up', {})).status).toBe(400);
  });

  test('is hidden automatically after a month, until the user shows it again', async () => {
    const own = await send(master, 'POST', '/api/companies', companyBody('Old'));
    const user = await harness.addUser('company_user', { companyId: own.id });
    harness.time.now += 30 * DAY_MS;
    const client = await harness.client(user);
    const list = await read(client);
    expect(open(list)).toContain('location');
    expect(list.isShown).toBe(false);
    await send(client, 'PUT', '/api/set-up', { isShown: true });
    expect((await read(client)).isShown).toBe(true);
  });
});
