import type { Actor } from '@halyard/domain';
import type { Identity } from '@halyard/realtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bothEngines } from '../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../testing/harness.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { deviceClaims, deviceUid, personClaims } from './identities.ts';
import { findRevoked } from './revocations.ts';

describe.each(bothEngines)('the check of live connections on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const findIn = (identities: Identity[]) => findRevoked(harness.services.db, identities);
  /** Returns the identity that the connection of a browser got when it was opened. */
  async function live(client: Client): Promise<{ sid: string; identity: Identity }> {
    const signedIn = (await harness.sessions.fromCookie(client.cookie ?? ''))!;
    const { session, actor } = signedIn;
    const token = personClaims({ sid: session.sid, actor });
    return { sid: session.sid, identity: { auth: { uid: actor.id, token } } };
  }
  const byToken = (id: string, actor: Omit<Actor, 'allCompanies' | 'mayMovePoles'>): Identity => {
    const token = personClaims(
      { sid: id, actor: { ...actor, allCompanies: false, mayMovePoles: true } },
      'read',
    );
    return { auth: { uid: actor.id, token } };
  };
  const device = (keyId: string): Identity => ({
    auth: { uid: deviceUid(keyId), token: deviceClaims(world.flagId, null) },
  });

  test('keeps the connections of unauthenticated clients, and of clients whose access has not changed', async () => {
    const clients = [master, world.companyUser, world.locationUser, world.employee];
    clients.push(await harness.as('employee', { allCompanies: true }));
    const people = await Promise.all(clients.map(async (client) => (await live(client)).identity));
    const server: Identity = { auth: null, admin: true };
    expect(await findIn([...people, device(world.keyId), { auth: null }, server])).toEqual({
      sessionIds: [],
      deviceKeyIds: [],
    });
    expect(await findIn([])).toEqual({ sessionIds: [], deviceKeyIds: [] });
  });

  test("finds connections whose session has ended, whose user's role or tenant has changed, or whose account was deleted", async () => {
    const tenant = { companyId: world.companyId, locationId: world.locationId };
    const [out, demoted, moved, deleted] = await Promise.all(
      Array.from({ length: 4 }, () => harness.as('company_user', tenant)),
    );
    const before = await Promise.all([out!, demoted!, moved!, deleted!].map(live));
    const stays = await live(world.companyUser);
    await out!.call('POST', '/api/logout');
    const { queries } = harness.services.db;
    const change = (client: Client, values: { role?: 'location_user'; location_id?: string }) =>
      queries.updateTable('users').set(values).where('id', '=', client.id).execute();
    await change(demoted!, { role: 'location_user' });
    await change(moved!, { location_id: world.otherLocationId });
    await queries.deleteFrom('users').where('id', '=', deleted!.id).execute();
    const found = await findIn([...before, stays].map(({ identity }) => identity));
    expect(found.sessionIds.toSorted()).toEqual(before.map(({ sid }) => sid).toSorted());
  });

  test('finds connections whose token is revoked or whose user now has different permissions', async () => {
    const body = { name: 'Weather', role: 'company_user', companyId: world.companyId };
    const { id } = (await master.call('POST', '/api/service-accounts', body)).json;
    const rights = { role: 'company_user', companyId: world.companyId } as const;
    const service = byToken(id, { id: `service:${id}`, ...rights, locationId: null });
    const tenant = { companyId: world.companyId, locationId: world.locationId };
    const own = async () => {
      const person = await harness.as('company_user', tenant);
      const terms = { name: 'Script', scope: 'read', expiresInDays: null };
      const token = (await person.call('POST', '/api/tokens', terms)).json;
      const identity = byToken(token.id, { id: person.id, role: 'company_user', ...tenant });
      return { person, id: token.id as string, identity };
    };
    const [stays, demoted, suspended] = [await own(), await own(), await own()];
    const all = [service, ...[stays, demoted, suspended].map(({ identity }) => identity)];
    expect((await findIn(all)).sessionIds).toEqual([]);
    await master.call('DELETE', `/api/service-accounts/${id}`);
    await master.call('PATCH', `/api/users/${demoted.person.id}`, { role: 'location_user' });
    await master.call('PUT', `/api/users/${suspended.person.id}/suspension`);
    expect((await findIn(all)).sessionIds.toSorted()).toEqual(
      [id, demoted.id, suspended.id].toSorted(),
    );
  });

  test('finds the connections of revoked keys among 10,000 poles with a single query', async () => {
    expect(await findIn([device(world.keyId), device('gone'), device(world.keyId)])).toEqual({
      sessionIds: [],
      deviceKeyIds: ['gone'],
    });
    const many = Array.from({ length: 10_000 }, (_, i) => device(`no-such-${i}`));
    expect((await findIn(many)).deviceKeyIds).toHaveLength(10_000);
  });
});
