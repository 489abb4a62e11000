import { flag } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../testing/harness.ts';
import { createWorld, type World } from '../../testing/world.ts';

const LAMP = { switches: [{ id: 'sw4', state: true }] };
const LOCKED = /^Locked by \S+ since Nov 20, 2026, 12:00 PM UTC: Rope frayed$/;

describe.each(engines)('a maintenance lock on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  /** Creates a flag. Returns its URLs and its path in the realtime database. */
  async function newFlag() {
    const { companyId, locationId } = world;
    const flagId = `L-${Math.random().toString(36).slice(2)}`;
    const body = { name: 'Mast', flagId, companyId, locationId };
    const { json } = await master.call('POST', '/api/flags', body);
    return {
      url: `/api/flags/${json.id}`,
      lock: `/api/flags/${json.id}/lock`,
      node: `users/company-${companyId}/hardware/${flagId}`,
    };
  }
  const reason = { reason: ' Rope frayed ' };
  const leaf = (path: string) => harness.link.leaves.get(path);

  test('is returned with its user, time and reason, and is stored in the realtime database', async () => {
    const { lock, node } = await newFlag();
    const answer = await world.employee.call('PUT', lock, reason);
    expect(answer.status).toBe(200);
    expect(flag.strict().parse(answer.json)).toBeTruthy();
    const { at } = answer.json.live.lock;
    expect(at).toBe(harness.time.now);
    expect(answer.json.live.lock).toMatchObject({ reason: 'Rope frayed', by: world.employee.id });
    expect(leaf(`${node}/lock/reason`)).toBe('Rope frayed');
    expect(leaf(`${node}/lock/byName`)).toMatch(/^employee-/);
    expect(leaf(`${node}/lock/at`)).toBe(at);
  });

  test("rejects PATCH commands from users of every role, but allows changes to the flag's name", async () => {
    const { url, lock } = await newFlag();
    await world.locationUser.call('PUT', lock, reason);
    const commands = harness.link.commands.length;
    for (const caller of [master, world.companyUser, world.locationUser, world.employee]) {
      const answer = await caller.call('PATCH', url, LAMP);
      expect([answer.status, answer.text]).toEqual([409, expect.stringMatching(LOCKED)]);
    }
    expect(harness.link.commands).toHaveLength(commands);
    expect((await master.call('PATCH', url, { name: 'Renamed' })).json).toMatchObject({
      name: 'Renamed',
      live: { lock: { reason: 'Rope frayed' } },
    });
  });

  test('is enforced even if it exists only in the realtime database', async () => {
    const { url, node } = await newFlag();
    harness.link.leaves.set(`${node}/lock/reason`, 'Rope frayed');
    expect((await master.call('PATCH', url, LAMP)).status).toBe(409);
  });

  test('prevents a second lock with an error that says who locked the flag', async () => {
    const { lock } = await newFlag();
    const both = [world.employee, world.companyUser].map((one) => one.call('PUT', lock, reason));
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.text).toMatch(LOCKED);
  });

  test.each([
    [{}, 'A reason is required'],
    [{ reason: '  ' }, 'A reason is required'],
    [{ reason: 'x'.repeat(201) }, 'At most 200 characters'],
  ])('is rejected if its reason is missing, blank or too long: %j', async (body, text) => {
    const { lock } = await newFlag();
    const answer = await master.call('PUT', lock, body);
    expect([answer.status, answer.text]).toEqual([400, text]);
  });

  test('cancels the pending command before the server reports that the lock is in effect', async () => {
    const { url, lock, node } = await newFlag();
    harness.link.leaves.set(`${node}/reported/flagDown`, true);
    harness.link.leaves.set(`${node}/reported/flagUp`, false);
    await master.call('PATCH', url, { switches: [{ id: 'sw1', state: true }] });
    const { live } = (await master.call('PUT', lock, reason)).json;
    expect(live.desired).toMatchObject({ flagUp: false, flagDown: true });
    expect(live.command).toMatchObject({ outcome: 'cancelled' });
  });

  test('can be released only by the user who set it, by a company_user of the same company, or by a master', async () => {
    const { url, lock, node } = await newFlag();
    const other = await harness.as('employee', { companyId: world.companyId });
    for (const releasing of [world.employee, world.companyUser, master]) {
      await world.employee.call('PUT', lock, reason);
      for (const refused of [other, world.locationUser]) {
        const answer = await refused.call('DELETE', lock);
        expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('can release')]);
      }
      const answer = await releasing.call('DELETE', lock);
      expect([answer.status, answer.json.live.lock]).toEqual([200, null]);
      expect([...harness.link.leaves.keys()].filter((p) => p.startsWith(`${node}/lock`))).toEqual(
        [],
      );
      expect((await other.call('PATCH', url, LAMP)).status).toBe(200);
    }
    expect((await master.call('DELETE', lock)).status).toBe(404);
  });

  test('keeps the name of the user who set it even after that account is deleted, and does not prevent reassigning or deleting the flag', async () => {
    const { url, lock, node } = await newFlag();
    const gone = await harness.as('location_user', world);
    await gone.call('PUT', lock, reason);
    await master.call('DELETE', `/api/users/${gone.id}`);
    const moved = await master.call('PATCH', url, { locationId: world.otherLocationId });
    expect(moved.json.live.lock).toMatchObject({
      by: gone.id,
      byName: expect.stringMatching(/^location_user-/),
    });
    expect((await master.call('DELETE', url)).status).toBe(204);
    expect(leaf(`${node}/lock/at`)).toBe(undefined);
  });

  test('still blocks commands if the lock request timed out', async () => {
    const { url, lock } = await newFlag();
    harness.link.healthy = false;
    const answer = await world.employee.call('PUT', lock, reason);
    expect([answer.status, answer.text]).toEqual([
      504,
      expect.stringContaining('isn’t in effect yet'),
    ]);
    harness.link.healthy = true;
    // The server stores the lock anyway, so it rejects every command from here on.
    expect((await master.call('PATCH', url, LAMP)).status).toBe(409);
  });
});
