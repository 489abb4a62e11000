import { PLAN_LISTED_FLAGS, PLAN_MS } from '@halyard/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId, uniqueKey } from '../../../platform/database/text.ts';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { onlyOnce } from '../../../testing/onlyOnce.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { sweepPlans } from './planQueries.ts';

interface FlagJson {
  id: string;
  flagId: string;
  name: string;
  firebaseUserId: string;
}

describe.each(engines)('the plan for a mass move on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  let harness: Harness;
  let master: Client;
  let home: World;
  let abroad: World;
  let person: Client;
  let gates: FlagJson[];

  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    home = await createWorld(harness, master);
    abroad = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  beforeEach(async () => {
    person = await harness.as('company_user', { companyId: home.companyId });
    gates = [];
    for (const name of ['Gate 1', 'Gate 2', 'Gate 10']) gates.push(await addFlag(name));
    for (const flag of gates) reports(flag, { 'reported/flagUp': true });
    harness.link.commands.length = 0;
  });
  afterEach(async () => {
    for (const { id } of gates) await master.call('DELETE', `/api/flags/${id}`);
  });

  async function addFlag(name: string, world = home): Promise<FlagJson> {
    const { companyId, locationId } = world;
    const body = { name, flagId: `F-${newId()}`, companyId, locationId };
    return (await master.call('POST', '/api/flags', body)).json;
  }
  function reports(flag: FlagJson, leaves: Record<string, boolean | number>) {
    const node = hardwarePath({ ownerId: flag.firebaseUserId, flagId: flag.flagId });
    harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000);
    for (const [leaf, value] of Object.entries(leaves))
      harness.link.leaves.set(`${node}/${leaf}`, value);
  }
  const plan = (client: Client, query: object, control = 'down') =>
    client.call('POST', '/api/moves/plans', { control, query });
  const confirm = (client: Client, id: string, control = 'down') =>
    client.call('POST', '/api/moves', { control, plan: id });
  const movedIds = (json: { flags: { flagId: string; problem: string | null }[] }) =>
    json.flags.filter(({ problem }) => problem === null).map(({ flagId }) => flagId);
  const idsOf = (flags: readonly FlagJson[]) => flags.map(({ id }) => id);

  test('counts the matching flags by position, company and location, and lists the same flags as the flag list', async () => {
    reports(gates[1]!, { 'reported/flagUp': false, 'reported/flagHalf': true });
    reports(gates[2]!, { 'reported/lamp': true });
    const { status, json } = await plan(person, { q: 'gate', show: 'online' });
    expect([status, json.control, json.expiresAt]).toEqual([
      201,
      'down',
      harness.time.now + PLAN_MS,
    ]);
    expect(json).toMatchObject({
      ...{ count: 3, offline: 0, locked: 0, lampsOn: 1 },
      positions: { up: 2, half: 1, down: 0, moving: 0, unknown: 0 },
      places: [{ company: 'Acme', location: 'North', count: 3 }],
      ...{ locations: 1, companiesTotal: 1 },
      companies: [{ company: 'Acme', poles: 3, locations: 1 }],
    });
    expect(json.flags.map(({ name }: FlagJson) => name)).toEqual(['Gate 1', 'Gate 2', 'Gate 10']);
    const listed = await person.call('GET', '/api/flags?q=gate&show=online&page=1');
    expect(json.flags).toEqual(listed.json.items);
    expect(harness.link.commands).toEqual([]);
  });

  testOnce(
    'gives separate counts of offline flags, locked flags and flags that will move',
    async () => {
      await person.call('PUT', `/api/flags/${gates[0]!.id}/lock`, { reason: 'Painting' });
      const { json } = await plan(person, { company: home.companyId });
      expect([json.count, json.locked, json.offline]).toEqual([2, 1, 2]);
      expect(json.flags).toHaveLength(5);
    },
  );

  testOnce("leaves out other tenants' flags", async () => {
    expect((await plan(person, { company: abroad.companyId })).json.count).toBe(0);
    const body = { control: 'down', flagIds: [abroad.flagRowId] };
    expect((await person.call('POST', '/api/moves/plans', body)).status).toBe(404);
    const mixed = { control: 'down', flagIds: [gates[0]!.id, abroad.flagRowId] };
    const { json } = await person.call('POST', '/api/moves/plans', mixed);
    expect(idsOf(json.flags)).toEqual([gates[0]!.id]);
  });

  test('when confirmed, moves exactly the planned flags, even if the search now matches different ones', async () => {
    const { json } = await plan(person, { q: 'gate' });
    await master.call('PATCH', `/api/flags/${gates[0]!.id}`, { name: 'Tower' });
    const late = await addFlag('Gate 11');
    reports(late, { 'reported/flagUp': true });
    const moved = await confirm(person, json.id);
    expect([moved.status, moved.json.id]).toEqual([201, json.id]);
    expect(movedIds(moved.json).sort()).toEqual(idsOf(gates).sort());
    expect(harness.link.commands).toHaveLength(3);
    await master.call('DELETE', `/api/flags/${late.id}`);
  });

  testOnce(
    'skips and lists flags that were locked or went offline after the plan was made',
    async () => {
      const { json } = await plan(person, { q: 'gate' });
      await person.call('PUT', `/api/flags/${gates[0]!.id}/lock`, { reason: 'Painting' });
      reports(gates[1]!, { 'reported/lastSeen': harness.time.now / 1000 - 3600 });
      const { json: moved } = await confirm(person, json.id);
      expect(movedIds(moved)).toEqual([gates[2]!.id]);
      const problems = new Map(
        moved.flags.map((flag: { flagId: string; problem: string }) => [flag.flagId, flag.problem]),
      );
      expect(problems.get(gates[0]!.id)).toContain('Painting');
      expect(problems.get(gates[1]!.id)).toBe('Offline');
    },
  );

  testOnce('never moves a flag that was offline when the confirmation was shown', async () => {
    reports(gates[0]!, { 'reported/lastSeen': harness.time.now / 1000 - 3600 });
    const { json } = await plan(person, { q: 'gate' });
    reports(gates[0]!, {});
    const { json: moved } = await confirm(person, json.id);
    expect([json.count, movedIds(moved).sort()]).toEqual([2, idsOf(gates.slice(1)).sort()]);
    const left = moved.flags.find(({ flagId }: { flagId: string }) => flagId === gates[0]!.id);
    expect(left).toMatchObject({ commandId: null, canRetry: true });
    expect(left.problem).toBe('Was offline; ready to retry');
  });

  test("skips and lists flags that were deleted or left the user's scope after the plan was made", async () => {
    const { json } = await plan(person, { q: 'gate' });
    await master.call('DELETE', `/api/flags/${gates[0]!.id}`);
    const { companyId, locationId } = abroad;
    await master.call('PATCH', `/api/flags/${gates[1]!.id}`, { companyId, locationId });
    const { json: moved } = await confirm(person, json.id);
    expect(movedIds(moved)).toEqual([gates[2]!.id]);
    const problems = new Map(
      moved.flags.map((flag: { flagId: string; problem: string }) => [flag.flagId, flag.problem]),
    );
    for (const { id } of gates.slice(0, 2)) expect(problems.get(id)).toBe('No longer in your list');
  });

  test('can be confirmed only once, even by two simultaneous calls', async () => {
    const { json } = await plan(person, { q: 'gate' });
    const answers = await Promise.all([confirm(person, json.id), confirm(person, json.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await confirm(person, json.id)).status).toBe(409);
    expect(harness.link.commands).toHaveLength(3);
  });

  testOnce('can be confirmed only by the user who requested it', async () => {
    const { json } = await plan(person, { q: 'gate' });
    expect((await confirm(master, json.id)).status).toBe(404);
    expect((await confirm(home.companyUser, json.id)).status).toBe(404);
    expect((await confirm(person, 'nothing')).status).toBe(404);
    expect((await confirm(person, json.id)).status).toBe(201);
  });

  testOnce('expires after five minutes', async () => {
    const { json } = await plan(person, { q: 'gate' });
    harness.time.now += PLAN_MS;
    const late = await confirm(person, json.id);
    expect([late.status, harness.link.commands]).toEqual([410, []]);
    await sweepPlans(harness.services.db.queries, harness.time.now + 60 * 60_000);
    expect((await confirm(person, json.id)).status).toBe(404);
  });

  testOnce(
    'can be confirmed with a different master control only if both controls switch lamps',
    async () => {
      const lamps = (await plan(person, { q: 'gate' }, 'toggle-lamps')).json.id;
      expect((await confirm(person, lamps, 'down')).status).toBe(400);
      expect((await confirm(person, lamps, 'lamps-on')).json.control).toBe('lamps-on');
      const down = (await plan(person, { q: 'gate' })).json.id;
      expect((await confirm(person, down, 'up')).status).toBe(400);
      expect((await confirm(person, down, 'lamps-off')).status).toBe(400);
    },
  );

  test('is deleted once the same user has made five newer plans', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) {
      ids.push((await plan(person, { q: 'gate' })).json.id);
      harness.time.now++;
    }
    expect((await confirm(person, ids[0]!)).status).toBe(404);
    expect((await confirm(person, ids[1]!)).status).toBe(201);
  });

  testOnce.each([
    ['neither flags nor a query', { control: 'down' }],
    ['both flags and a query', { control: 'down', flagIds: ['f'], query: {} }],
    ['an unknown filter', { control: 'down', query: { show: 'everything' } }],
    ['an unknown control', { control: 'sideways', query: {} }],
    ['a query that is not an object', { control: 'down', query: 'gate' }],
  ])('is rejected if the request is invalid: %s', async (_, body) => {
    expect((await person.call('POST', '/api/moves/plans', body)).status).toBe(400);
  });

  testOnce('is not accepted in a request that also lists flags', async () => {
    const body = { control: 'down', flagIds: [gates[0]!.id], plan: 'p' };
    expect((await person.call('POST', '/api/moves', body)).status).toBe(400);
    expect((await person.call('POST', '/api/moves', { control: 'down' })).status).toBe(400);
  });

  testOnce(
    'is rejected if the user exceeds the rate limit for plans, but other users can still make plans',
    async () => {
      for (let i = 0; i < 61; i++) expect((await plan(person, { q: 'nothing' })).status).toBe(201);
      const refused = await plan(person, { q: 'nothing' });
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
      expect((await plan(home.companyUser, { q: 'nothing' })).status).toBe(201);
    },
  );

  test('does not list its flags if there are too many, and moving a single flag does not read all the others', async () => {
    const { companyId, locationId } = home;
    await harness.services.db.queries
      .insertInto('flags')
      .values(
        Array.from({ length: PLAN_LISTED_FLAGS + 1 }, (_, index) => ({
          ...{ id: newId(), flag_id: `M-${index}`, flag_id_key: uniqueKey(`M-${index}`) },
          ...{ name: `Many ${index}`, company_id: companyId, location_id: locationId },
          ...{ owner_id: 'many', move_timeout: null, created_at: 0 },
        })),
      )
      .execute();
    const many = await plan(person, { q: 'many' });
    expect([many.json.offline, many.json.flags]).toEqual([PLAN_LISTED_FLAGS + 1, null]);
    const record = vi.spyOn(harness.link, 'record');
    await person.call('POST', '/api/moves', { control: 'down', flagIds: [gates[0]!.id] });
    expect(record.mock.calls.length).toBeLessThan(10);
    record.mockRestore();
    await harness.services.db.queries.deleteFrom('flags').where('owner_id', '=', 'many').execute();
  });
});
