import type { TimelineItem, TimelinePage } from '@halyard/domain';
import { afterEach, describe, expect, test } from 'vitest';
import { bothEngines } from '../../../../testing/engines.ts';
import type { Client } from '../../../../testing/harness.ts';
import { appendToLedger } from '../../../halfStaff/ledger/append.ts';
import { createRecorded, type Recorded } from '../testing/recorded.ts';

const MINUTE_MS = 60_000;

let recorded: Recorded;
afterEach(() => recorded.close());

async function page(client: Client, query = ''): Promise<TimelinePage> {
  const { id } = recorded.poles[0]!;
  const answer = await client.call('GET', `/api/flags/${id}/timeline${query}`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return answer.json;
}

/** Reads all pages of a timeline, with at most `limit` items per page. */
async function walk(client: Client, limit: number): Promise<TimelineItem[]> {
  const items: TimelineItem[] = [];
  let next: string | null = null;
  do {
    const got: TimelinePage = await page(client, `?limit=${limit}${next ? `&after=${next}` : ''}`);
    expect(got.items.length).toBeLessThanOrEqual(limit);
    items.push(...got.items);
    ({ next } = got);
  } while (next !== null);
  return items;
}

/** Causes one event of each kind at the first pole, some of them in the same millisecond. */
async function something(): Promise<{ company: Client; employee: Client }> {
  const { harness, world, services } = recorded;
  const [pole] = recorded.poles;
  const company = await harness.client(world.companyUser.id);
  const employee = await harness.as('employee', { companyId: world.companyId });
  recorded.report(pole!, 44, 'up');
  await recorded.pass(MINUTE_MS);
  recorded.report(pole!, 44, 'half');
  await recorded.pass(MINUTE_MS);
  await recorded.restart('stop', MINUTE_MS);
  recorded.report(pole!, 44, 'half');
  await recorded.pass(MINUTE_MS);
  const { id } = pole!;
  await company.call('PUT', `/api/flags/${id}/lock`, { reason: 'New rope' });
  await company.call('DELETE', `/api/flags/${id}/lock`);
  await company.call('PATCH', `/api/flags/${id}`, { name: 'Renamed' });
  const at = harness.time.now;
  const flag = await services.db.queries
    .selectFrom('flags')
    .select(['id', 'name', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await services.db.transaction(async (trx) => {
    const about = {
      flag: { id: flag.id, name: flag.name },
      company: { id: flag.company_id, name: 'Acme' },
    };
    const body = {
      keys: ['day:x'],
      position: 'half',
      by: null,
      title: 'Memorial Day',
      until: at + 1,
    };
    const back = { ...body, position: 'up', title: '' };
    await appendToLedger(trx, [
      { ...about, kind: 'should-be', at, sourceKey: 'day:x', body },
      { ...about, kind: 'should-be', at, sourceKey: 'day:x', body: { ...body, lamp: true } },
      { ...about, kind: 'should-be', at, sourceKey: 'after:day:x', body: back },
      { ...about, kind: 'should-be', at, sourceKey: 'none', body: { ...back, position: null } },
      { ...about, kind: 'should-be', at, sourceKey: 'hold:1', body },
    ]);
    for (const [i, ended_at] of [at, null].entries())
      await trx
        .insertInto('alerts')
        .values({
          id: `alert${i}`,
          flag_id: flag.id,
          company_id: flag.company_id,
          condition: 'voltage',
          cause: '39.0 V',
          since: at,
          over_since: ended_at,
          ended_at,
          news: null,
          news_at: at,
          told_at: null,
          recorded_at: at,
          masters_told: null,
          masters_told_at: null,
        })
        .execute();
  });
  return { company, employee };
}

const kindsOf = (items: readonly TimelineItem[]) =>
  items.map((item) =>
    item.kind === 'activity'
      ? item.entry.kind
      : item.kind === 'report'
        ? `${item.isOnline ? 'online' : 'offline'} ${item.position}`
        : item.kind === 'alert'
          ? `${item.condition} ${item.isOver ? 'over' : 'began'}`
          : `plan ${item.isNothing ? 'nothing' : item.title}`,
  );

describe.each(bothEngines)('the timeline of a pole on %s', (engine) => {
  test('has entries from every source, newest first', async () => {
    recorded = await createRecorded(engine);
    const { company } = await something();
    const { items, next } = await page(company, '?limit=100');
    expect(next).toBeNull();
    const kinds = kindsOf(items);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ...['flag.changed', 'flag.released', 'flag.locked', 'flag.created'],
        ...['voltage over', 'voltage began', 'plan Memorial Day', 'plan nothing'],
        ...['online half', 'online up'],
      ]),
    );
    expect(kinds.filter((kind) => kind === 'voltage began')).toHaveLength(2);
    // A restart of the server is not a report, and holds and lamp changes are not listed as plans.
    expect(kinds.filter((kind) => kind === 'online half')).toHaveLength(1);
    // The return to full staff is listed as the end of the day, only once.
    expect(kinds.filter((kind) => kind.startsWith('plan'))).toHaveLength(2);
    const over = items.find((item) => item.kind === 'plan' && item.isNothing);
    expect(over).toMatchObject({ position: 'up', until: null });
    const times = items.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const half = items.find((item) => item.kind === 'report' && item.position === 'half');
    expect(half).toMatchObject({ before: { isOnline: true, position: 'up' } });
  });

  test('neither skips nor repeats entries from page to page, even if several entries have the same time', async () => {
    recorded = await createRecorded(engine);
    const { company } = await something();
    const whole = await walk(company, 200);
    for (const limit of [1, 2, 3, 7])
      expect((await walk(company, limit)).map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
  });

  test("can be limited to one topic, and hides changes to the flag's settings from employees", async () => {
    recorded = await createRecorded(engine);
    const { company, employee } = await something();
    const topics = ['commands', 'reports', 'alerts', 'locks', 'halfStaff', 'changes'];
    const counts = await Promise.all(
      topics.map(async (topic) => (await page(company, `?topic=${topic}`)).items.length),
    );
    const all = (await page(company, '?limit=200')).items.length;
    expect(counts.reduce((sum, count) => sum + count)).toBe(all);
    expect(kindsOf((await page(company, '?topic=locks')).items)).toEqual([
      'flag.released',
      'flag.locked',
    ]);
    const seen = kindsOf((await page(employee, '?limit=200')).items);
    expect(seen).toEqual(expect.arrayContaining(['flag.locked', 'online half', 'voltage began']));
    expect(seen).not.toContain('flag.changed');
  });
});
