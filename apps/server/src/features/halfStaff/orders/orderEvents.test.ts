import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, orderBody, ownOrder, type World } from '../../../testing/world.ts';

describe.each(engines)('webhook events about orders on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let other: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    other = await createWorld(harness, master);
    for (const companyId of [world.companyId, other.companyId, null])
      await subscribe(companyId, ['order.approved', 'order.amended', 'order.cancelled']);
    await subscribe(world.companyId, ['alert.started']);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.services.db.queries.deleteFrom('webhook_deliveries').execute();
  });

  const subscribe = async (companyId: string | null, eventTypes: string[]) => {
    const body = { url: 'https://hooks.example.com/', eventTypes, companyId };
    expect((await master.call('POST', '/api/webhooks', body)).status).toBe(201);
  };
  const ORDERS = '/api/half-staff/orders';
  const draft = async (more: object = {}) =>
    (await master.call('POST', ORDERS, orderBody(more))).json.id as string;
  const act = async (id: string, how: string, body: object = {}) => {
    const { revision } = (await master.call('GET', `${ORDERS}/${id}`)).json;
    const path = how === 'amend' ? `${ORDERS}/${id}` : `${ORDERS}/${id}/${how}`;
    const sent = how === 'cancel' ? body : { revision, ...body };
    const answer = await master.call(how === 'amend' ? 'PATCH' : 'POST', path, sent);
    expect(answer.status, answer.text).toBe(200);
  };
  /**
   * Returns the queued events, each with its type, its company, and whether the order applies to
   * the company.
   */
  const queued = async () => {
    const rows = await harness.services.db.queries
      .selectFrom('webhook_deliveries')
      .select('payload')
      .execute();
    const events = rows.map(({ payload }) => JSON.parse(payload));
    await harness.services.db.queries.deleteFrom('webhook_deliveries').execute();
    return events
      .map(({ type, companyId, data }) => [type, nameOf(companyId), data.applies])
      .toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  };
  const nameOf = (companyId: string | null) =>
    companyId === null ? 'all' : companyId === world.companyId ? 'world' : 'other';

  test("are sent once per change, to the operator and to each company in the order's scope", async () => {
    const id = await draft();
    await act(id, 'amend', { reason: 'Still a draft' });
    expect(await queued()).toEqual([]);
    await act(id, 'approve');
    expect(await queued()).toEqual([
      ['order.approved', 'all', true],
      ['order.approved', 'other', true],
      ['order.approved', 'world', true],
    ]);
    await act(id, 'amend', { reason: 'Death of two former Presidents' });
    expect(await queued()).toEqual([
      ['order.amended', 'all', true],
      ['order.amended', 'other', true],
      ['order.amended', 'world', true],
    ]);
    await act(id, 'cancel', { why: 'Mistake' });
    expect(await queued()).toEqual([
      ['order.cancelled', 'all', false],
      ['order.cancelled', 'other', false],
      ['order.cancelled', 'world', false],
    ]);
  });

  test('are sent to a company that an amendment excludes from an order', async () => {
    const both = [world.companyId, other.companyId];
    const id = await draft({ scope: { kind: 'companies', companyIds: both } });
    await act(id, 'approve');
    await queued();
    await act(id, 'amend', { scope: { kind: 'companies', companyIds: [other.companyId] } });
    expect(await queued()).toEqual([
      ['order.amended', 'all', true],
      ['order.amended', 'other', true],
      ['order.amended', 'world', false],
    ]);
    await act(id, 'amend', { reason: 'Only the other company' });
    expect(await queued()).toEqual([
      ['order.amended', 'all', true],
      ['order.amended', 'other', true],
    ]);
  });

  test("are sent when an order starts to wait for a company's second approval, and again when the company gives it", async () => {
    const demand = (twoApprovals: boolean) =>
      master.call('PATCH', `/api/companies/${world.companyId}`, { twoApprovals });
    await demand(true);
    const id = await draft();
    await act(id, 'approve');
    const waits = async () => {
      const rows = await harness.services.db.queries
        .selectFrom('webhook_deliveries')
        .select('payload')
        .execute();
      await harness.services.db.queries.deleteFrom('webhook_deliveries').execute();
      return rows
        .map(({ payload }) => JSON.parse(payload))
        .map(({ type, companyId, data }) => [type, nameOf(companyId), data.waits])
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
    };
    expect(await waits()).toEqual([
      ['order.approved', 'all', true],
      ['order.approved', 'other', false],
      ['order.approved', 'world', true],
    ]);
    const { revision, version } = (await master.call('GET', `${ORDERS}/${id}`)).json;
    const body = { revision, version, companyIds: [world.companyId] };
    const url = `${ORDERS}/${id}/second-approval`;
    expect((await world.companyUser.call('POST', url, body)).status).toBe(200);
    expect((await world.companyUser.call('POST', url, body)).status).toBe(200);
    expect(await waits()).toEqual([
      ['order.approved', 'all', false],
      ['order.approved', 'world', false],
    ]);
    await act(id, 'amend', { reason: 'Other words' });
    await waits();
    await demand(false);
    expect(await waits()).toEqual([
      ['order.amended', 'all', false],
      ['order.amended', 'world', false],
    ]);
  });

  test('never show a company the orders or locations of other companies', async () => {
    const own = (await world.companyUser.call('POST', ORDERS, ownOrder(world.companyId))).json.id;
    await act(own, 'approve');
    expect(await queued()).toEqual([
      ['order.approved', 'all', true],
      ['order.approved', 'world', true],
    ]);
    const locationIds = [world.locationId, other.locationId];
    const id = await draft({ scope: { kind: 'locations', locationIds } });
    await act(id, 'approve');
    const rows = await harness.services.db.queries
      .selectFrom('webhook_deliveries')
      .select('payload')
      .execute();
    for (const { payload } of rows) {
      const { companyId, data } = JSON.parse(payload);
      expect(data.order.id).toBe(id);
      expect(data.order.scope.locationIds).toEqual(
        companyId === null
          ? locationIds
          : [companyId === world.companyId ? world.locationId : other.locationId],
      );
    }
    expect(rows).toHaveLength(3);
  });

  test('are not sent if the change fails', async () => {
    const id = await draft();
    const answer = await master.call('POST', `${ORDERS}/${id}/approve`, { revision: 99 });
    expect(answer.status).toBe(409);
    expect(await queued()).toEqual([]);
  });
});
