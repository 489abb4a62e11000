import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/engines.ts';
import { createWorld, ownOrder } from '../../../../testing/world.ts';
import type { Services } from '../../../calls/context.ts';
import { findOrdersAndDays } from '../../orders/ordersAndDays.ts';
import { PoleIndex } from '../../poles/poleIndex.ts';
import { beginnings } from '../begins/due.ts';
import { notifyAboutHalfStaff } from '../job.ts';
import { DueCompanies } from '../sending/dueCompanies.ts';
import { openRound, withCompanies } from '../sending/round.ts';
import {
  createMailWorld,
  type MailWorld,
  SETTINGS,
  sunrise,
  sunset,
} from '../testing/mailWorld.ts';
import { NOTICE_EVENTS, NoticeEvents, noticeSubscribers } from './noticeEvents.ts';

const ORDERS = '/api/half-staff/orders';
const LATER = { reason: 'Title', starts: sunrise('2026-12-03'), ends: sunset('2026-12-05') };

describe.each(engines)('webhook events about half-staff on %s', (engine) => {
  let w: MailWorld;
  let services: Services;
  let memory: DueCompanies;
  beforeEach(async () => {
    w = await createMailWorld(engine, '2026-12-02T10:00:00-06:00');
    services = { ...w.harness.services, mailer: null };
    memory = new DueCompanies(w.poles);
    const types = ['draft.waiting', ...NOTICE_EVENTS];
    for (const companyId of [w.world.companyId, null]) await subscribe(companyId, types);
  });
  afterEach(() => w.close());

  const subscribe = async (companyId: string | null, eventTypes: readonly string[]) => {
    const body = { url: 'https://hooks.example.com/', eventTypes, companyId };
    expect((await w.master.call('POST', '/api/webhooks', body)).status).toBe(201);
  };
  /**
   * Runs the job once. With the default database connection, the job remembers its earlier runs.
   * Otherwise, it starts from scratch.
   */
  const run = (db = services.db) => {
    const poles = db === services.db ? w.poles : new PoleIndex(db);
    const known = db === services.db ? memory : new DueCompanies(poles);
    return notifyAboutHalfStaff({ ...services, db }, SETTINGS, poles, known);
  };
  const payloads = async () => {
    const rows = await services.db.queries
      .selectFrom('webhook_deliveries')
      .select(['type', 'payload'])
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(({ payload }) => JSON.parse(payload));
  };
  let seen = 0;
  beforeEach(() => {
    seen = 0;
  });
  /** Runs the job twice, and returns the events that it has queued, with their companies. */
  const queued = async () => {
    await run();
    await run();
    const all = await payloads();
    const fresh = all.slice(seen);
    seen = all.length;
    return fresh
      .map(({ type, companyId }) => [type, companyId === null ? 'all' : 'own'])
      .toSorted();
  };
  const toBoth = (type: string) => [
    [type, 'all'],
    [type, 'own'],
  ];

  test('are queued once on the evening before half-staff, once when half-staff begins, and once on the last morning', async () => {
    const other = await createWorld(w.harness, w.master);
    await subscribe(other.companyId, NOTICE_EVENTS);
    const { id } = await w.approve(LATER);
    w.at('2026-12-02T17:59:00-06:00');
    expect(await queued()).toEqual([]);
    w.at('2026-12-02T18:00:00-06:00');
    expect(await queued()).toEqual(toBoth('half_staff.begins_tomorrow'));
    w.at('2026-12-03T06:00:00-06:00');
    expect(await queued()).toEqual([]);
    w.at('2026-12-03T08:00:00-06:00');
    expect(await queued()).toEqual(toBoth('half_staff.begins'));
    w.at('2026-12-04T07:00:00-06:00');
    expect(await queued()).toEqual([]);
    w.at('2026-12-05T06:00:00-06:00');
    expect(await queued()).toEqual(toBoth('half_staff.ends_today'));
    w.at('2026-12-05T18:00:00-06:00');
    expect(await queued()).toEqual([]);
    const [first] = await payloads();
    expect(first.data).toMatchObject({ kind: 'half', title: 'Title', date: '2026-12-03' });
    expect(first.data).toMatchObject({ confirmed: true, order: { id, status: 'approved' } });
    expect(first.data.order).not.toHaveProperty('secondApprovals');
  });

  test('are queued only once by two simultaneous runs of the job, and not again by a process that starts later', async () => {
    await w.approve({ reason: 'Title' });
    await Promise.all([run(), run()]);
    await run(await w.harness.database.reopen());
    const events = await payloads();
    expect(events.map(({ type }) => type)).toEqual(['half_staff.begins', 'half_staff.begins']);
  });

  test("are queued in addition to emails, and have the same ID for all of a company's webhooks", async () => {
    await subscribe(w.world.companyId, NOTICE_EVENTS);
    await w.approve({ reason: 'Title' });
    expect(await w.own()).toHaveLength(1);
    const own = (await payloads()).filter(({ companyId }) => companyId === w.world.companyId);
    expect(own).toHaveLength(2);
    expect(own[0]).toEqual(own[1]);
  });

  test('are still queued for a webhook that is added after other webhooks got them', async () => {
    const other = await createWorld(w.harness, w.master);
    await w.master.call('PATCH', `/api/companies/${other.companyId}`, { autoHalfMast: true });
    await w.approve(LATER);
    w.at('2026-12-02T18:00:00-06:00');
    expect(await queued()).toEqual(toBoth('half_staff.begins_tomorrow'));
    // `queued` finds new events by their time.
    w.at('2026-12-02T18:01:00-06:00');
    await subscribe(other.companyId, NOTICE_EVENTS);
    expect(await queued()).toEqual([['half_staff.begins_tomorrow', 'own']]);
    const told = (await payloads()).map(({ companyId }) => companyId);
    expect(told.toSorted()).toEqual([w.world.companyId, other.companyId, null].toSorted());
  });

  test('do not make the server read poles before the next event is due', async () => {
    await w.approve(LATER);
    await run();
    const values = vi.spyOn(w.poles, 'values');
    const until = Date.parse('2026-12-02T18:00:00-06:00');
    for (; w.harness.time.now < until; w.harness.time.now += 600_000) await run();
    expect(values).not.toHaveBeenCalled();
    expect(await queued()).toEqual(toBoth('half_staff.begins_tomorrow'));
    expect(values).toHaveBeenCalled();
  });

  test('are not queued for the start of an order that was canceled', async () => {
    const { id } = await w.approve(LATER);
    w.at('2026-12-02T18:00:00-06:00');
    expect(await queued()).toEqual(toBoth('half_staff.begins_tomorrow'));
    await w.cancel(id);
    w.at('2026-12-03T08:00:00-06:00');
    expect(await queued()).toEqual([]);
  });

  test('are not queued for an order that is canceled while the job runs', async () => {
    const { id } = await w.approve({ reason: 'Title' });
    const now = services.domainClock.now();
    const facts = await findOrdersAndDays(services.db.queries, now);
    const round = await openRound(services, SETTINGS);
    const fleet = await withCompanies(round, w.poles, facts, new Map());
    const subscribers = await noticeSubscribers(services.db.queries);
    const events = new NoticeEvents(fleet, subscribers, beginnings(facts, now), []);
    await w.cancel(id);
    let companies = 0;
    for await (const company of fleet.companies(new Set([w.world.companyId]))) {
      companies++;
      await events.queueFor(company);
    }
    expect(companies).toBe(1);
    expect(await payloads()).toEqual([]);
  });

  test('are queued only after the second approval if an order needs one', async () => {
    const { companyId, companyUser } = w.world;
    await w.master.call('PATCH', `/api/companies/${companyId}`, { twoApprovals: true });
    const { id, revision } = await w.approve({ reason: 'Title' });
    expect(await queued()).toEqual([]);
    const body = { version: 1, revision, companyIds: [companyId] };
    const answer = await companyUser.call('POST', `${ORDERS}/${id}/second-approval`, body);
    expect(answer.status, answer.text).toBe(200);
    expect(await queued()).toEqual(toBoth('half_staff.begins'));
  });

  test('are queued for annual half-staff days; an unconfirmed date gets only the event on the evening before', async () => {
    w.at('2026-12-06T18:00:00-06:00');
    expect(await queued()).toEqual(toBoth('half_staff.begins_tomorrow'));
    w.at('2026-12-07T08:00:00-06:00');
    expect(await queued()).toEqual(toBoth('half_staff.begins'));
    const title = 'National Pearl Harbor Remembrance Day';
    for (const { data } of await payloads())
      expect(data).toMatchObject({ title, date: '2026-12-07', confirmed: true, order: null });
    w.at('2028-05-06T18:30:00-05:00');
    expect(await queued()).toEqual(toBoth('half_staff.begins_tomorrow'));
    expect((await payloads()).at(-1).data.confirmed).toBe(false);
    w.at('2028-05-07T12:00:00-05:00');
    expect(await queued()).toEqual([]);
  });

  test('for drafts go only to webhooks that cover all companies', async () => {
    const { companyId, companyUser } = w.world;
    const { id } = await w.draft({ reason: 'Title', starts: sunrise('2026-12-09') });
    const own = ownOrder(companyId, { starts: sunrise('2026-12-10'), ends: { kind: 'open' } });
    expect((await companyUser.call('POST', ORDERS, own)).status).toBe(201);
    const waiting = ['draft.waiting', 'all'];
    expect(await queued()).toEqual([waiting]);
    const [first] = await payloads();
    expect(first.data).toMatchObject({ order: { id }, document: null, reminder: false });
    w.harness.time.now += 25 * 3_600_000;
    expect(await queued()).toEqual([waiting, waiting]);
    expect((await payloads()).at(-1).data.reminder).toBe(true);
  });
});
