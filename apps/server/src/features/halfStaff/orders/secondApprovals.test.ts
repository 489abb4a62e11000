import type { HalfStaffOverview, OrderVersion, WaitingOrder } from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { onlyOnce } from '../../../testing/onlyOnce.ts';
import { createWorld, orderBody, ownOrder, type World } from '../../../testing/world.ts';
import { report } from '../testing/reports.ts';

const URL = '/api/half-staff/orders';

describe.each(bothEngines)('second approvals on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  let harness: Harness;
  let master: Client;
  let otherMaster: Client;
  let home: World;
  let abroad: World;
  let colleague: Client;
  beforeEach(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    otherMaster = await harness.as('master');
    home = await createWorld(harness, master);
    abroad = await createWorld(harness, master);
    const { companyId, locationId } = home;
    colleague = await harness.as('company_user', { companyId, locationId });
    for (const world of [home, abroad]) {
      await setCompany(world, { autoHalfMast: true });
      await report(harness, world.flagRowId);
    }
    await setCompany(home, { twoApprovals: true });
  });
  afterEach(() => harness.close());

  const setCompany = async ({ companyId }: World, body: object, by = master) => {
    const answer = await by.call('PATCH', `/api/companies/${companyId}`, body);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.json;
  };
  const draft = async (body: object = orderBody(), by = master) =>
    (await by.call('POST', URL, body)).json;
  const approve = async (body: object = orderBody(), by = master) => {
    const { id, revision } = await draft(body, by);
    const answer = await by.call('POST', `${URL}/${id}/approve`, { revision });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.json;
  };
  type ReadOrder = { id: string; version: number; revision: number };
  const second = (
    { id, version, revision }: ReadOrder,
    by: Client,
    companyIds = [home.companyId],
  ) => by.call('POST', `${URL}/${id}/second-approval`, { version, revision, companyIds });
  const amend = async ({ id, revision }: ReadOrder, body: object, by = master) =>
    (await by.call('PATCH', `${URL}/${id}`, { revision, ...body })).json;
  const waiting = async (by: Client): Promise<WaitingOrder[]> =>
    (await by.call('GET', '/api/half-staff/second-approvals')).json;
  /** Returns the titles of the orders and half-staff days in effect at a company's poles. */
  const inEffect = async ({ companyUser }: World) => {
    const { json } = await companyUser.call('GET', '/api/half-staff/now');
    return json.inEffect.map(({ source }: { source: { title: string } }) => source.title);
  };
  const REASON = 'Death of a former President';

  test('make orders wait for a second user only at companies that require two approvals', async () => {
    const order = await approve();
    expect(await inEffect(abroad)).toEqual([REASON]);
    expect(await inEffect(home)).toEqual([]);
    expect(await waiting(abroad.companyUser)).toEqual([]);
    const company = { id: home.companyId, name: 'Acme', poles: 2 };
    expect(await waiting(master)).toMatchObject([
      { order: { id: order.id }, companies: [{ ...company, mayApprove: false }] },
    ]);
    expect(await waiting(home.companyUser)).toMatchObject([
      { order: { id: order.id }, companies: [{ ...company, mayApprove: true }] },
    ]);

    harness.time.now += 60_000;
    const answer = await second(order, home.companyUser);
    expect([answer.status, answer.json]).toMatchObject([200, { id: order.id, status: 'approved' }]);
    expect(await inEffect(home)).toEqual([REASON]);
    expect(await waiting(master)).toEqual([]);
    const versions: OrderVersion[] = (await master.call('GET', `${URL}/${order.id}/versions`)).json;
    expect(versions.map(({ secondApprovals }) => secondApprovals)).toEqual([
      [
        {
          companyId: home.companyId,
          company: 'Acme',
          by: expect.any(String),
          at: harness.time.now,
        },
      ],
    ]);
    const { json } = await abroad.companyUser.call('GET', `${URL}/${order.id}/versions`);
    expect(json.map((version: OrderVersion) => version.secondApprovals)).toEqual([[]]);
  });

  test('are recorded only once in the activity log and the ledger, even after a double click', async () => {
    const order = await approve();
    const answers = await Promise.all([second(order, colleague), second(order, colleague)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await second(order, otherMaster)).status).toBe(200);
    const { queries } = harness.services.db;
    const entries = await queries
      .selectFrom('ledger')
      .select(['kind', 'company_id as companyId', 'at'])
      .where('kind', 'in', ['order-approved', 'order-second-approved'])
      .orderBy('seq')
      .execute();
    expect(entries).toEqual([
      { kind: 'order-approved', companyId: null, at: harness.time.now },
      { kind: 'order-second-approved', companyId: home.companyId, at: harness.time.now },
    ]);
    const log = await queries
      .selectFrom('activity')
      .select(['actor_id as by', 'company_id as companyId', 'subject'])
      .where('kind', '=', 'order.secondApproved')
      .execute();
    expect(log).toEqual([{ by: colleague.id, companyId: home.companyId, subject: REASON }]);
  });

  describe('cannot be given by', () => {
    testOnce(
      'the user who approved first, even with an API token or under a new name',
      async () => {
        const order = await approve();
        expect((await second(order, master)).status).toBe(403);
        const { queries } = harness.services.db;
        const renamed = { username: 'renamed', username_key: 'renamed' };
        await queries.updateTable('users').set(renamed).where('id', '=', master.id).execute();
        expect((await second(order, master)).status).toBe(403);
        const token = await master.call('POST', '/api/tokens', {
          ...{
            name: 'Script',
            scope: 'manage',
            expiresInDays: 7,
            currentPassword: 'correct horse',
          },
        });
        const headers = { authorization: `Bearer ${token.json.secret}` };
        const { id, version, revision } = order;
        const body = { version, revision, companyIds: [home.companyId] };
        const url = `${URL}/${id}/second-approval`;
        const answer = await harness.anonymous().call('POST', url, body, { headers });
        expect([answer.status, answer.text]).toEqual([
          403,
          expect.stringMatching('^Someone else must'),
        ]);
        expect(await inEffect(home)).toEqual([]);
      },
    );

    testOnce(
      'a service account, or the user who created the service account that approved first',
      async () => {
        const made = await master.call('POST', '/api/service-accounts', {
          ...{ name: 'Back end', role: 'master', scope: 'manage', expiresInDays: 7 },
          currentPassword: 'correct horse',
        });
        expect([made.status, made.text]).toEqual([201, expect.anything()]);
        const headers = { authorization: `Bearer ${made.json.secret}` };
        const robot = (url: string, body: object) =>
          harness.anonymous().call('POST', url, body, { headers });
        const { id, revision } = (await robot(URL, orderBody())).json;
        const order = (await robot(`${URL}/${id}/approve`, { revision })).json;
        expect((await second(order, master)).status).toBe(403);
        expect((await second(order, otherMaster)).status).toBe(200);

        const { version, ...people } = await approve();
        const body = { version, revision: people.revision, companyIds: [home.companyId] };
        const answer = await robot(`${URL}/${people.id}/second-approval`, body);
        expect([answer.status, answer.text]).toEqual([
          403,
          expect.stringMatching('^Only a user can'),
        ]);
      },
    );

    testOnce('users of other companies, or users who may not approve orders', async () => {
      const order = await approve();
      expect((await second(order, abroad.companyUser)).status).toBe(404);
      expect((await second(order, home.companyUser, [abroad.companyId])).status).toBe(404);
      expect((await second(order, home.companyUser, [home.companyId, 'x'])).status).toBe(404);
      expect((await second(order, home.locationUser)).status).toBe(403);
      expect((await second(order, home.employee)).status).toBe(403);
      expect((await second(order, otherMaster, [abroad.companyId])).status).toBe(409);
      const own = await approve(ownOrder(abroad.companyId));
      expect((await second(own, home.companyUser)).status).toBe(404);
      expect(await inEffect(home)).toEqual([]);
    });

    testOnce(
      'anyone, if the order is a draft, has a newer version, or was amended or canceled in the meantime',
      async () => {
        const unapproved = await draft();
        expect((await second(unapproved, otherMaster)).status).toBe(409);
        const order = await approve();
        const amended = await amend(order, { reason: 'Other words' }, otherMaster);
        expect((await second(order, colleague)).status).toBe(409);
        const mixed = { ...amended, version: order.version };
        expect((await second(mixed, otherMaster)).status).toBe(400);
        expect((await second(amended, otherMaster)).status).toBe(403);
        await master.call('POST', `${URL}/${order.id}/cancel`, { why: 'By mistake' });
        expect((await second(amended, colleague)).status).toBe(409);
        const now = (await master.call('GET', `${URL}/${order.id}`)).json;
        expect((await second(now, colleague)).status).toBe(409);
        expect(await waiting(master)).toEqual([]);
      },
    );

    testOnce('anyone, if the order ended before it was approved', async () => {
      const order = await approve(orderBody({ ends: { kind: 'sunset', date: '2026-11-25' } }));
      harness.time.now = Date.parse('2026-11-27T12:00:00Z');
      expect(await waiting(colleague)).toEqual([]);
      expect((await second(order, colleague)).status).toBe(409);
    });
  });

  testOnce('are also required for an order that the company itself recorded', async () => {
    const order = await approve(ownOrder(home.companyId), home.companyUser);
    expect(await inEffect(home)).toEqual([]);
    expect((await second(order, home.companyUser)).status).toBe(403);
    expect((await second(order, colleague)).status).toBe(200);
    expect(await inEffect(home)).toEqual([REASON]);
  });

  test('are also required for an amendment, while the approved version stays in effect', async () => {
    const order = await approve();
    await second(order, colleague);
    harness.time.now += 60_000;
    const left = { kind: 'companies', companyIds: [abroad.companyId] };
    const amended = await amend(order, { reason: 'Other words', scope: left });
    expect(await inEffect(abroad)).toEqual(['Other words']);
    expect(await inEffect(home)).toEqual([REASON]);
    // The company still sees the order, although the amendment excludes the company.
    expect(await waiting(colleague)).toMatchObject([
      { order: { id: order.id, version: 2 }, companies: [{ poles: 2 }] },
    ]);
    harness.time.now += 60_000;
    const answer = await second(amended, colleague);
    // The response does not name the other company.
    expect([answer.status, answer.json.scope.companyIds]).toEqual([200, []]);
    expect(await inEffect(home)).toEqual([]);
  });

  testOnce(
    'keep a company on the version that it approved, even while an amendment is in effect at other companies',
    async () => {
      const scope = { kind: 'companies', companyIds: [home.companyId, abroad.companyId] };
      const order = await approve(orderBody({ scope }));
      await second(order, colleague);
      harness.time.now += 60_000;
      const nowAt = async (by: Client) => {
        const { json } = await by.call('GET', '/api/half-staff');
        const shown: HalfStaffOverview['holding'] = json.holding;
        return shown.map(({ source, position, poles, reach }) => [
          ...[source.kind, source.title, position, poles, reach?.poles.waits.count],
        ]);
      };
      const half = ['order', REASON, 'half', 2, 0];
      expect(await nowAt(colleague)).toEqual([half]);
      const seen = (await colleague.call('GET', `${URL}/${order.id}`)).json;
      const { authority, kind, reason, issuedAt, starts, ends } = seen;
      const terms = { authority, kind, reason, issuedAt, starts, ends, scope: seen.scope };
      const body = { orderId: order.id, terms };
      const preview = await colleague.call('POST', '/api/half-staff/preview', body);
      expect(preview.json.poles.waits.count).toBe(0);

      await amend(order, { kind: 'full', reason: 'Now an exception' });
      expect(await nowAt(colleague)).toEqual([half]);
      expect(await nowAt(master)).toEqual(
        [
          ['order', REASON, 'half', 2, 0],
          ['exception', 'Now an exception', 'up', 2, 0],
        ].toSorted((a, b) => (a[0]! > b[0]! ? 1 : -1)),
      );
    },
  );

  testOnce('are not needed to cancel an order that two users have approved', async () => {
    const order = await approve();
    await second(order, colleague);
    await master.call('POST', `${URL}/${order.id}/cancel`, { why: 'By mistake' });
    expect(await inEffect(home)).toEqual([]);
  });

  testOnce('are not needed for orders approved before the company required them', async () => {
    await setCompany(home, { twoApprovals: false });
    const order = await approve();
    await setCompany(home, { twoApprovals: true }, home.companyUser);
    expect(await inEffect(home)).toEqual([REASON]);
    expect(await waiting(master)).toEqual([]);
    expect((await second(order, colleague)).status).toBe(409);
    await amend(order, { reason: 'Other words' });
    expect(await inEffect(home)).toEqual([REASON]);
    expect(await waiting(colleague)).toHaveLength(1);
  });

  testOnce(
    'are no longer needed, even for waiting orders, once the company turns them off',
    async () => {
      const order = await approve();
      harness.time.now += 3_600_000;
      await setCompany(home, { twoApprovals: false }, home.companyUser);
      const since = harness.time.now;
      const sinceOf = async () => {
        const { json } = await master.call('GET', `/api/flags/${home.flagRowId}/half-staff`);
        return json.should.since;
      };
      expect(await sinceOf()).toBe(since);
      expect((await second(order, colleague)).status).toBe(200);
      harness.time.now += 3_600_000;
      await setCompany(home, { twoApprovals: true }, home.companyUser);
      expect([await inEffect(home), await sinceOf()]).toEqual([[REASON], since]);
      const versions = (await master.call('GET', `${URL}/${order.id}/versions`)).json;
      expect(versions[0].secondApprovals).toEqual([]);
      const entries = await harness.services.db.queries
        .selectFrom('ledger')
        .select('body')
        .where('kind', '=', 'order-second-approved')
        .execute();
      expect(entries.map(({ body }) => JSON.parse(body).why)).toEqual(['two approvals turned off']);
    },
  );

  test('keep an order out of the overview, dry runs, reminders and calendars until they are given', async () => {
    const starts = { kind: 'sunrise', date: '2026-11-24' };
    const terms = orderBody({ starts });
    const count = ({ json }: { json: { poles: Record<string, { count: number }> } }) => {
      const { moves, offline, waits } = json.poles;
      return [moves?.count, offline?.count, waits?.count];
    };
    const preview = (body: object, by: Client) => by.call('POST', '/api/half-staff/preview', body);
    expect(count(await preview({ terms }, master))).toEqual([1, 1, 2]);
    const order = await approve(terms);
    const seconding = { orderId: order.id, terms, secondApprovalOf: [home.companyId] };
    expect(count(await preview({ orderId: order.id, terms }, master))).toEqual([1, 1, 2]);
    expect(count(await preview(seconding, colleague))).toEqual([1, 1, 0]);
    expect(count(await preview(seconding, abroad.companyUser))).toEqual([0, 0, 0]);

    const nextAt = async (by: Client) => {
      const { json } = await by.call('GET', '/api/half-staff');
      return json.next.map(({ source }: { source: { key: string } }) => source.key);
    };
    const movesIn = async () => {
      const { days } = (await master.call('GET', '/api/half-staff/dry-run')).json;
      const isOrders = ({ source }: { source: { key: string } }) =>
        source.key === `order:${order.id}`;
      return days.filter(isOrders).map(({ poles }: { poles: number }) => poles);
    };
    const calendarOf = async () => {
      const body = { companyId: home.companyId, state: 'TX' };
      const made = await master.call('POST', '/api/half-staff/calendar-subscriptions', body);
      const url = new globalThis.URL(made.json.url).pathname;
      return (await harness.anonymous().call('GET', url)).text;
    };
    const before = [await nextAt(home.companyUser), await movesIn(), await calendarOf()];
    expect(before[0]).not.toContain(`order:${order.id}`);
    expect(before[1]).toEqual([1]);
    expect(before[2]).not.toContain(order.id);
    await second(order, colleague);
    expect(await nextAt(home.companyUser)).toContain(`order:${order.id}`);
    expect(await movesIn()).toEqual([2]);
    expect(await calendarOf()).toContain(`order-${order.id}@halyard`);
  });

  testOnce(
    'are neither requested nor recorded for orders that are over or apply only to other locations',
    async () => {
      const states = (...codes: string[]) => ({ kind: 'states', states: codes });
      const elsewhere = await approve(orderBody({ scope: states('NY'), ends: { kind: 'open' } }));
      await amend(elsewhere, { scope: states('NY', 'VT') });
      await approve();
      harness.time.now = Date.parse('2026-12-01T12:00:00Z');
      expect(await waiting(home.companyUser)).toEqual([]);
      const listed = (await home.companyUser.call('GET', URL)).json;
      expect(listed.map(({ id }: ReadOrder) => id)).not.toContain(elsewhere.id);
      expect((await second(elsewhere, home.companyUser)).status).toBe(404);
      await setCompany(home, { twoApprovals: false });
      const entries = await harness.services.db.queries
        .selectFrom('ledger')
        .select('seq')
        .where('kind', '=', 'order-second-approved')
        .execute();
      expect(entries).toEqual([]);
      expect(await inEffect(home)).toEqual([]);
    },
  );

  testOnce('can be turned on by company users for their own company, and by masters', async () => {
    const url = (world: World) => `/api/companies/${world.companyId}`;
    const patch = async (by: Client, world: World) =>
      (await by.call('PATCH', url(world), { twoApprovals: false })).status;
    expect(await patch(abroad.companyUser, home)).toBe(404);
    expect(await patch(home.locationUser, home)).toBe(403);
    expect(await patch(home.employee, home)).toBe(403);
    expect(await patch(home.companyUser, home)).toBe(200);
    const entry = await harness.services.db.queries
      .selectFrom('activity')
      .select(['actor_id as by', 'detail'])
      .where('kind', '=', 'company.changed')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toMatchObject({ by: home.companyUser.id });
    expect(JSON.stringify(entry)).toContain('two approvals of half-staff orders');
  });

  test('do not prevent deleting the company, or a user who has given an approval', async () => {
    const order = await approve(orderBody(), otherMaster);
    await second(order, colleague);
    const waits = await amend(order, { reason: 'Other words' }, otherMaster);
    for (const { id } of [colleague, otherMaster])
      expect((await master.call('DELETE', `/api/users/${id}`)).status).toBe(204);
    expect(await waiting(home.companyUser)).toMatchObject([{ order: { version: waits.version } }]);
    expect((await master.call('DELETE', `/api/companies/${home.companyId}`)).status).toBe(204);
    const { queries } = harness.services.db;
    expect(await queries.selectFrom('order_approvals').selectAll().execute()).toEqual([]);
    expect(await waiting(master)).toEqual([]);
    expect(await inEffect(abroad)).toEqual(['Other words']);
  });
});
