import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, DAY_MS, type Harness } from '../../../testing/harness.ts';
import { createWorld, orderBody, ownOrder, type World } from '../../../testing/world.ts';
import { verifyLedger } from '../ledger/verify.ts';

const URL = '/api/half-staff/orders';

describe.each(engines)('half-staff orders on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let home: World;
  let abroad: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    home = await createWorld(harness, master);
    abroad = await createWorld(harness, master);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    await harness.services.db.queries.deleteFrom('half_staff_orders').execute();
    harness.time.now += 60_000;
  });

  const draft = async (body: object = orderBody(), by = master) => {
    const answer = await by.call('POST', URL, body);
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.json;
  };
  const approve = async (order: { id: string; revision: number }, by = master) => {
    const { revision } = order;
    return (await by.call('POST', `${URL}/${order.id}/approve`, { revision })).json;
  };
  const cancel = (order: { id: string }, by = master) =>
    by.call('POST', `${URL}/${order.id}/cancel`, { why: 'Given by mistake' });
  const listed = async (by: Client) =>
    (await by.call('GET', URL)).json.map((order: { id: string }) => order.id);
  const versions = async (order: { id: string }, by = master) =>
    (await by.call('GET', `${URL}/${order.id}/versions`)).json;

  test('can be edited and deleted freely while they are drafts, and have no history until they are approved', async () => {
    const made = await draft();
    expect(made).toMatchObject({
      ...orderBody(),
      status: 'draft',
      companyId: null,
      version: 1,
      createdAt: harness.time.now,
      approvedAt: null,
    });
    const changes = { kind: 'full', ends: { kind: 'open' }, sourceUrl: null };
    const edited = await master.call('PATCH', `${URL}/${made.id}`, { revision: 1, ...changes });
    expect(edited.json).toEqual({ ...made, ...changes, revision: 2 });
    expect((await master.call('GET', `${URL}/${made.id}`)).json).toEqual(edited.json);
    expect(await versions(made)).toEqual([]);
    expect((await master.call('DELETE', `${URL}/${made.id}`)).status).toBe(204);
    expect((await master.call('GET', `${URL}/${made.id}`)).status).toBe(404);
  });

  test('record each approval, amendment and cancellation in their history and in the ledger', async () => {
    const made = await draft(orderBody({ ends: { kind: 'open' } }));
    const approved = await approve(made);
    expect(approved).toMatchObject({ status: 'approved', approvedAt: harness.time.now });
    const approvedAt = harness.time.now;
    harness.time.now += 60_000;
    const ends = { kind: 'sunset', date: '2026-12-01' };
    const { revision } = approved;
    const amended = await master.call('PATCH', `${URL}/${made.id}`, { revision, ends });
    expect(amended.json).toMatchObject({ status: 'approved', version: 2, approvedAt, ends });
    harness.time.now += 60_000;
    const cancelled = (await cancel(made)).json;
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      version: 2,
      approvedAt,
      cancelledAt: harness.time.now,
      cancelledWhy: 'Given by mistake',
    });
    const history = await versions(made);
    expect(history.map(({ order }: { order: object }) => order)).toEqual([
      approved,
      amended.json,
      cancelled,
    ]);
    const { queries } = harness.services.db;
    const entries = await queries
      .selectFrom('ledger')
      .select(['kind', 'at'])
      .where('source_key', '=', `order:${made.id}`)
      .orderBy('seq')
      .execute();
    expect(entries.map((entry) => [entry.kind, entry.at])).toEqual([
      ['order-approved', approvedAt],
      ['order-amended', approvedAt + 60_000],
      ['order-cancelled', harness.time.now],
    ]);
    expect(await verifyLedger(queries)).toHaveProperty('head');
  });

  test.each([
    ['deleting an approved order', 'DELETE', '', undefined, /Only a draft can be deleted/],
    ['approving twice', 'POST', '/approve', { revision: 2 }, 'This order is already approved.'],
    ['ending before the start', 'PATCH', '', { ends: { kind: 'noon', date: '2026-11-20' } }, null],
  ] as const)(
    'reject invalid changes and stay unchanged: %s',
    async (_what, method, path, body, text) => {
      const starts = { kind: 'sunrise', date: '2026-11-24' };
      const order = await approve(await draft(orderBody({ starts })));
      const sent = method === 'PATCH' ? { revision: order.revision, ...body } : body;
      const answer = await master.call(method, `${URL}/${order.id}${path}`, sent);
      expect(answer.status).toBe(method === 'PATCH' ? 400 : 409);
      expect(answer.text).toMatch(text ?? 'The order must end after it starts.');
      expect((await master.call('GET', `${URL}/${order.id}`)).json).toEqual(order);
    },
  );

  test('cannot be canceled while they are drafts, or changed after they are canceled', async () => {
    const made = await draft();
    expect((await cancel(made)).status).toBe(409);
    const { revision } = await approve(made);
    await cancel(made);
    expect((await cancel(made)).text).toBe('This order is already canceled.');
    const late = { revision: revision + 1, reason: 'Late' };
    const answer = await master.call('PATCH', `${URL}/${made.id}`, late);
    expect([answer.status, answer.text]).toEqual([409, 'A canceled order cannot be changed.']);
  });

  test('accept only one of several simultaneous changes; the other users are asked to review the order and try again', async () => {
    const made = await draft();
    const change = (reason: string) =>
      master.call('PATCH', `${URL}/${made.id}`, { revision: 1, reason });
    const answers = await Promise.all([change('One'), change('Two'), change('Three')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const stale = await master.call('POST', `${URL}/${made.id}/approve`, { revision: 1 });
    expect([stale.status, stale.text]).toEqual([
      409,
      'Someone else changed this order in the meantime. Review the order and try again.',
    ]);
    const { json } = await master.call('GET', `${URL}/${made.id}`);
    expect(json).toMatchObject({ status: 'draft', revision: 2 });
    expect(await approve(json)).toMatchObject({ status: 'approved' });
  });

  test('are visible to a company if it recorded them, or if the operator approved them for one of its locations', async () => {
    const { companyUser } = home;
    const own = await draft(ownOrder(home.companyId), companyUser);
    expect(own.companyId).toBe(home.companyId);
    const foreign = await draft(ownOrder(abroad.companyId), abroad.companyUser);
    const drafted = await draft();
    const national = await approve(await draft());
    const elsewhere = orderBody({ scope: { kind: 'states', states: ['FL'] } });
    const florida = await approve(await draft(elsewhere));
    const both = {
      kind: 'locations',
      locationIds: [abroad.locationId, home.otherLocationId, abroad.otherLocationId],
    };
    const shared = await approve(await draft(orderBody({ scope: both })));
    expect((await listed(companyUser)).toSorted()).toEqual(
      [own.id, national.id, shared.id].toSorted(),
    );
    // The scope that the company sees does not contain the other places either.
    const scope = { kind: 'locations', locationIds: [home.otherLocationId] };
    expect((await companyUser.call('GET', `${URL}/${shared.id}`)).json.scope).toEqual(scope);
    expect((await versions(shared, companyUser))[0].order.scope).toEqual(scope);
    for (const { id } of [foreign, drafted, florida])
      expect((await companyUser.call('GET', `${URL}/${id}`)).status).toBe(404);
    const refused = await cancel(national, companyUser);
    expect([refused.status, refused.text]).toEqual([
      403,
      'Only the operator can change this order.',
    ]);
    expect((await listed(master)).length).toBe(6);
  });

  test('that a company records apply only to its own poles, and can name any authority except the President', async () => {
    const refusal = async (more: object) => {
      const { status, text } = await home.companyUser.call(
        'POST',
        URL,
        ownOrder(home.companyId, more),
      );
      return [status, text];
    };
    expect(await refusal({ authority: 'president' })).toEqual([
      403,
      'Only the operator can record an order from the President.',
    ]);
    for (const authority of ['governor', 'mayor-dc', 'county', 'city'])
      expect((await refusal({ authority }))[0]).toBe(201);
    for (const scope of [{ kind: 'all' }, { kind: 'states', states: ['TX'] }])
      expect(await refusal({ authority: 'governor', scope })).toEqual([
        403,
        'A company can record orders only for its own poles.',
      ]);
    const companyIds = [home.companyId, abroad.companyId];
    expect(await refusal({ scope: { kind: 'companies', companyIds } })).toEqual([
      404,
      'Company not found',
    ]);
    const locationIds = [home.locationId, abroad.locationId];
    expect(await refusal({ scope: { kind: 'locations', locationIds } })).toEqual([
      404,
      'Location not found',
    ]);
    const stray = await harness.as('company_user');
    const answer = await stray.call('POST', URL, ownOrder(home.companyId));
    expect(answer.status).toBe(404);
  });

  test('are limited to 200 a year per company, not counting orders of other companies or the operator', async () => {
    const { companyUser, companyId } = home;
    const { queries } = harness.services.db;
    const { id } = await draft(ownOrder(companyId), companyUser);
    const { id: _, ...row } = await queries
      .selectFrom('half_staff_orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const stored = {
      ...row,
      scope: JSON.stringify(row.scope),
      starts: JSON.stringify(row.starts),
      ends: JSON.stringify(row.ends),
    };
    const more = Array.from({ length: 199 }, (_, i) => ({ ...stored, id: `order-${i}` }));
    await queries.insertInto('half_staff_orders').values(more).execute();
    const refused = await companyUser.call('POST', URL, ownOrder(companyId));
    expect([refused.status, refused.text]).toEqual([
      409,
      'A company can record at most 200 orders a year.',
    ]);
    await draft(ownOrder(abroad.companyId), abroad.companyUser);
    await draft();
    await queries
      .updateTable('half_staff_orders')
      .set({ created_at: harness.time.now - 366 * DAY_MS })
      .where('id', '=', 'order-0')
      .execute();
    await draft(ownOrder(companyId), companyUser);
  });

  test('cannot apply to unknown companies or locations, but can still be amended after one of their companies is deleted', async () => {
    const scope = { kind: 'companies', companyIds: ['nobody'] };
    expect((await master.call('POST', URL, orderBody({ scope }))).status).toBe(404);
    const tenant = await createWorld(harness, master);
    const companyIds = [home.companyId, tenant.companyId];
    const order = await approve(
      await draft(orderBody({ scope: { kind: 'companies', companyIds } })),
    );
    const own = await draft(ownOrder(tenant.companyId), tenant.companyUser);
    expect((await master.call('DELETE', `/api/companies/${tenant.companyId}`)).status).toBe(204);
    const { status, json } = await master.call('PATCH', `${URL}/${order.id}`, {
      ...orderBody(),
      scope: order.scope,
      reason: 'Amended',
      revision: order.revision,
    });
    expect([status, json.reason]).toEqual([200, 'Amended']);
    // The orders of the company were deleted together with it.
    expect(await listed(master)).not.toContain(own.id);
  });

  test('are updated on the open screens of all companies that they apply to now or applied to before', async () => {
    const revs = () =>
      [home, abroad].map((w) => Number(harness.link.leaves.get(`companies/${w.companyId}/rev`)));
    const before = revs();
    const scope = { kind: 'locations', locationIds: [home.locationId] };
    const order = await draft(orderBody({ scope }));
    const drafted = revs();
    expect(drafted[0]).toBeGreaterThan(before[0]!);
    expect(drafted[1]).toBe(before[1]);
    const moved = { kind: 'companies', companyIds: [abroad.companyId] };
    await master.call('PATCH', `${URL}/${order.id}`, { revision: 1, scope: moved });
    const after = revs();
    expect(after[0]).toBeGreaterThan(drafted[0]!);
    expect(after[1]).toBeGreaterThan(drafted[1]!);
  });
});
