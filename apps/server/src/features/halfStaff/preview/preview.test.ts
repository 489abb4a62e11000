import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, orderBody, type World } from '../../../testing/world.ts';
import { report } from '../testing/reports.ts';

const sunday = {
  starts: { kind: 'time', date: '2026-11-22', time: '09:00' },
  ends: { kind: 'open' },
};

describe.each(engines)('the preview of an order on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let home: World;
  let abroad: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    home = await createWorld(harness, master);
    abroad = await createWorld(harness, master);
    await master.call('PATCH', `/api/companies/${home.companyId}`, { autoHalfMast: true });
    await master.call('PATCH', `/api/locations/${home.otherLocationId}`, {
      timeZone: 'America/Denver',
    });
    await report(harness, home.flagRowId);
  });
  afterAll(() => harness.close());

  const preview = (terms: object, by = master, orderId?: string) =>
    by.call('POST', '/api/half-staff/preview', { terms, ...(orderId && { orderId }) });

  test('shows how many poles follow the order and at which local times, and lists the poles that cannot follow it', async () => {
    const { json } = await preview(orderBody(sunday));
    expect(json).toMatchObject({ inScope: 4, follow: 2, later: 1, isEmpty: false });
    expect(json.engineIsOn).toBe(false);
    const counts = Object.values<{ count: number }>(json.poles).map(({ count }) => count);
    expect(counts.reduce((a, b) => a + b)).toBe(4);
    const at = (time: string) => ({ earliest: Date.parse(time), latest: Date.parse(time) });
    expect(json.zones).toEqual([
      { timeZone: 'America/Chicago', poles: 1, from: at('2026-11-22T09:00-06:00'), until: null },
      { timeZone: 'America/Denver', poles: 1, from: at('2026-11-22T09:00-07:00'), until: null },
    ]);
    const names = (poles: { company: string; location: string; id: string }[]) =>
      poles.map(({ id, location }) => [id, location]);
    expect(names(json.poles.offline.names)).toEqual([[home.otherFlagRowId, 'South']]);
    expect(names(json.poles.optedOut.names)).toEqual([
      [abroad.flagRowId, 'North'],
      [abroad.otherFlagRowId, 'South'],
    ]);
  });

  test('lists locked poles and poles with a hold', async () => {
    const lock = await master.call('PUT', `/api/flags/${home.flagRowId}/lock`, { reason: 'Rope' });
    expect(lock.status).toBe(200);
    const expires = { kind: 'at', at: harness.time.now + 72 * 3_600_000 };
    const hold = { reason: 'Painting', expires };
    await master.call('POST', `/api/flags/${home.otherFlagRowId}/hold`, hold);
    const { json } = await preview(orderBody(sunday));
    expect(json.poles.locked.names).toMatchObject([{ id: home.flagRowId }]);
    expect(json.poles.held.names).toMatchObject([{ id: home.otherFlagRowId }]);
    await master.call('DELETE', `/api/flags/${home.flagRowId}/lock`);
    await master.call('DELETE', `/api/flags/${home.otherFlagRowId}/hold`);
  });

  test('shows a company how any order affects its own poles, and nothing about other poles', async () => {
    expect((await preview(orderBody(sunday), home.companyUser)).json).toMatchObject({
      inScope: 2,
      follow: 2,
      poles: { optedOut: { count: 0, names: [] } },
    });
    const foreign = { scope: { kind: 'companies', companyIds: [abroad.companyId] } };
    expect((await preview(orderBody(foreign), home.companyUser)).json).toMatchObject({
      inScope: 0,
    });
  });

  test('shows the first approval of an immediate order as its start, even after an amendment', async () => {
    const url = '/api/half-staff/orders';
    const { id } = (await master.call('POST', url, orderBody())).json;
    const { approvedAt } = (await master.call('POST', `${url}/${id}/approve`, { revision: 1 }))
      .json;
    harness.time.now += 3_600_000;
    const { json } = await preview(orderBody(), master, id);
    expect(json.zones[0].from).toEqual({ earliest: approvedAt, latest: approvedAt });
    expect((await preview(orderBody())).json.zones[0].from.earliest).toBe(harness.time.now);
    expect((await preview(orderBody(), master, 'nothing')).status).toBe(404);
  });

  test('rejects the same invalid content as saving the order does', async () => {
    const ends = { kind: 'noon', date: '2026-11-20' };
    const answer = await preview(orderBody({ starts: sunday.starts, ends }));
    expect([answer.status, answer.text]).toEqual([400, 'The order must end after it starts.']);
  });
});
