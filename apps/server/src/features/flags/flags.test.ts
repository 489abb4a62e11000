import { flag, flagCreated } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLastUses } from '../../platform/database/lastUses.ts';
import { engines } from '../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../testing/harness.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { deviceKeyHolder } from './keys/keys.ts';

describe.each(engines)('flags on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let made = 0;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const create = (more: object = {}) =>
    master.call('POST', '/api/flags', {
      name: 'Mast',
      flagId: `FLAG-${++made}`,
      companyId: world.companyId,
      locationId: world.locationId,
      ...more,
    });
  const node = (flagId: string) => `users/company-${world.companyId}/hardware/${flagId}`;
  const leaf = (path: string) => harness.link.leaves.get(path);

  test('are returned in the documented format when they are created, and are offline at first', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    expect(flagCreated.strict().parse(answer.json)).toBeTruthy();
    expect(answer.json).toMatchObject({
      status: 'offline',
      isOnline: false,
      voltage: null,
      voltageLimits: { below: 40, above: 48 },
      openAlerts: [],
      lastUpdated: null,
      firebaseUserId: `company-${world.companyId}`,
      company: 'Acme',
      location: 'North',
    });
    expect(answer.json.switches).toEqual([
      { id: 'sw1', label: 'Flag Up', state: false },
      { id: 'sw2', label: 'Flag Down', state: false },
      { id: 'sw3', label: 'Flag Half', state: false },
      { id: 'sw4', label: 'Lamp', state: false },
    ]);
  });

  test('get an ID, company, location and move timeout in the realtime database, and a key that gives access only to their own data', async () => {
    const { json } = await create({ flagId: 'POLE:7_a-B', moveTimeout: 30 });
    expect(leaf(`${node('POLE:7_a-B')}/id`)).toBe('POLE:7_a-B');
    expect(leaf(`${node('POLE:7_a-B')}/companyId`)).toBe(world.companyId);
    expect(leaf(`${node('POLE:7_a-B')}/locationId`)).toBe(world.locationId);
    expect(leaf(`${node('POLE:7_a-B')}/moveTimeout`)).toBe(30);
    const { db } = harness.services;
    expect(await deviceKeyHolder(db, json.deviceKey)).toMatchObject({
      ownerId: `company-${world.companyId}`,
      flagId: 'POLE:7_a-B',
    });
    expect(await deviceKeyHolder(db, `${json.deviceKey}x`)).toBe(null);
    const rows = await db.queries.selectFrom('device_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(json.deviceKey);
  });

  test('must have a unique flag ID, ignoring case', async () => {
    await create({ flagId: 'Taken' });
    const again = await create({ flagId: 'tAKEN' });
    expect([again.status, again.text]).toEqual([409, 'This flag ID is already taken.']);
  });

  test.each([
    ['', 'Flag ID is required'],
    ['a/b', 'Flag ID can only have letters, digits, - _ and :'],
    ['a.b', 'Flag ID can only have letters, digits, - _ and :'],
    ['é', 'Flag ID can only have letters, digits, - _ and :'],
  ])('cannot have the flag ID %j, which is not a valid realtime key', async (flagId, text) => {
    const answer = await create({ flagId });
    expect([answer.status, answer.text]).toEqual([400, text]);
  });

  test('are returned with their live state', async () => {
    const { json } = await create({ flagId: 'LIVE' });
    const seconds = Math.floor(harness.time.now / 1000);
    harness.link.leaves.set(`${node('LIVE')}/voltage`, '42.7');
    harness.link.leaves.set(`${node('LIVE')}/reported/flagUp`, true);
    harness.link.leaves.set(`${node('LIVE')}/reported/lastSeen`, seconds);
    const list = async () => {
      const { json: flags } = await master.call('GET', '/api/flags');
      return flags.find((one: { id: string }) => one.id === json.id);
    };
    const online = await list();
    expect(flag.strict().parse(online)).toBeTruthy();
    expect(online).toMatchObject({ status: 'online', voltage: 42.7, lastUpdated: seconds * 1000 });
    expect(online.switches[0]).toEqual({ id: 'sw1', label: 'Flag Up', state: true });
    harness.time.now += 300_000;
    expect((await list()).status).toBe('offline');
    harness.time.now -= 300_000;
  });

  test('are moved by a PATCH of their switches, and the command contains the ID of the user who sent it', async () => {
    const { json } = await create({ flagId: 'CMD' });
    const answer = await world.companyUser.call('PATCH', `/api/flags/${json.id}`, {
      switches: [
        { id: 'sw1', label: 'Flag Up', state: true },
        { id: 'sw2', label: 'Flag Down', state: false },
      ],
    });
    expect(answer.status).toBe(200);
    expect(harness.link.commands.at(-1)).toEqual({
      path: node('CMD'),
      states: { flagUp: true, flagDown: false },
      userId: world.companyUser.id,
    });
    expect(answer.json.live.command).toMatchObject({ by: world.companyUser.id });
  });

  test('cannot be sent to two positions at once', async () => {
    const { json } = await create();
    const commands = harness.link.commands.length;
    const answer = await master.call('PATCH', `/api/flags/${json.id}`, {
      switches: [
        { id: 'sw1', state: true },
        { id: 'sw3', state: true },
      ],
    });
    expect([answer.status, answer.text]).toEqual([
      400,
      'Only one of Flag Up, Flag Down and Flag Half can be on.',
    ]);
    expect(harness.link.commands).toHaveLength(commands);
  });

  test('cannot be moved while the realtime database is unavailable: the response is 503 without details', async () => {
    const { json } = await create();
    harness.link.healthy = false;
    const answer = await master.call('PATCH', `/api/flags/${json.id}`, {
      switches: [{ id: 'sw4', state: true }],
    });
    harness.link.healthy = true;
    expect(answer.status).toBe(503);
    expect(answer.text).toMatch(
      /^The service is not available at the moment\. \(request [\w-]+\)$/,
    );
  });

  test('lose their realtime data and their keys if their flag ID changes', async () => {
    const { json } = await create({ flagId: 'OLD' });
    const [{ id: keyId }] = (await master.call('GET', `/api/flags/${json.id}/keys`)).json;
    const answer = await master.call('PATCH', `/api/flags/${json.id}`, { flagId: 'NEW' });
    expect(answer.json.flagId).toBe('NEW');
    expect([...harness.link.leaves.keys()].filter((p) => p.startsWith(`${node('OLD')}/`))).toEqual(
      [],
    );
    expect(leaf(`${node('NEW')}/companyId`)).toBe(world.companyId);
    expect(await deviceKeyHolder(harness.services.db, json.deviceKey)).toBe(null);
    expect(harness.link.keysRevoked).toContain(keyId);
  });

  test('keep their keys and their path in the realtime database if a master moves them to another company', async () => {
    const other = await createWorld(harness, master);
    const { json } = await create({ flagId: 'MOVES' });
    const answer = await master.call('PATCH', `/api/flags/${json.id}`, {
      companyId: other.companyId,
      locationId: other.locationId,
    });
    expect(answer.json).toMatchObject({
      companyId: other.companyId,
      firebaseUserId: `company-${world.companyId}`,
    });
    expect(leaf(`${node('MOVES')}/companyId`)).toBe(other.companyId);
    expect(leaf(`${node('MOVES')}/locationId`)).toBe(other.locationId);
    expect(await deviceKeyHolder(harness.services.db, json.deviceKey)).not.toBe(null);
  });

  test('lose their realtime data and their keys when they are deleted', async () => {
    const { json } = await create({ flagId: 'GONE' });
    expect((await master.call('DELETE', `/api/flags/${json.id}`)).status).toBe(204);
    expect(leaf(`${node('GONE')}/id`)).toBe(undefined);
    expect(await deviceKeyHolder(harness.services.db, json.deviceKey)).toBe(null);
    expect((await master.call('DELETE', `/api/flags/${json.id}`)).status).toBe(404);
  });

  test('have at most two valid keys each, even if many are requested at the same time', async () => {
    const { json } = await create();
    const url = `/api/flags/${json.id}/keys`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => master.call('POST', url)));
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array(5).fill(409)]);
    const list = await master.call('GET', url);
    expect(list.json).toHaveLength(2);
    expect(list.text).not.toMatch(/"key"/);
    const { key, id } = answers.find((a) => a.status === 201)!.json;
    expect(await deviceKeyHolder(harness.services.db, key)).toMatchObject({ keyId: id });
    expect((await master.call('DELETE', `${url}/${id}`)).status).toBe(204);
    expect(await deviceKeyHolder(harness.services.db, key)).toBe(null);
    expect(harness.link.keysRevoked).toContain(id);
  });

  test('show when each of their keys was last used', async () => {
    const { json } = await create();
    const holder = await deviceKeyHolder(harness.services.db, json.deviceKey);
    const uses = createLastUses(harness.services.db, harness.services.clock, 'device_keys');
    uses.note(holder!.keyId);
    await uses.flush();
    const { json: keys } = await master.call('GET', `/api/flags/${json.id}/keys`);
    expect(keys[0].lastUsedAt).toBe(harness.time.now);
  });

  test('keep all changes if simultaneous edits change different fields', async () => {
    const { json } = await create();
    const edits = [
      { name: 'Renamed' },
      { locationId: world.otherLocationId },
      { moveTimeout: 60 },
      { flagId: `EDIT-${made}` },
    ];
    const answers = await Promise.all(
      [...edits, ...edits, ...edits, ...edits].map((edit) =>
        master.call('PATCH', `/api/flags/${json.id}`, edit),
      ),
    );
    expect(answers.map((a) => a.status)).toEqual(Array(16).fill(200));
    const { json: flags } = await master.call('GET', '/api/flags');
    const after = flags.find((one: { id: string }) => one.id === json.id);
    expect(after).toMatchObject({ name: 'Renamed', locationId: world.otherLocationId });
    expect(leaf(`${node(`EDIT-${made}`)}/locationId`)).toBe(world.otherLocationId);
    expect(leaf(`${node(`EDIT-${made}`)}/moveTimeout`)).toBe(60);
  });
});
