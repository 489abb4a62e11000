import ICAL from 'ical.js';
import { convertIcsCalendar } from 'ts-ics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, DAY_MS, type Harness } from '../../../testing/harness.ts';
import {
  createWorld,
  locationBody,
  orderBody,
  ownOrder,
  type World,
} from '../../../testing/world.ts';

const PATH = '/api/half-staff/calendar-subscriptions';

/** A calendar event, as ical.js has parsed it. */
interface Read {
  uid: string;
  summary: string;
  description: string;
  first: string;
  /** The day after the last day of the event. */
  end: string;
  sequence: number;
}

/** Parses a calendar with ical.js, which throws if a line is malformed. */
function read(text: string): Read[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    expect([event.startDate.isDate, event.endDate.isDate], 'whole days').toEqual([true, true]);
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      first: event.startDate.toString(),
      end: event.endDate.toString(),
      sequence: event.sequence,
    };
  });
}

describe.each(engines)('calendar subscriptions on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let other: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    other = await createWorld(harness, master);
  });
  afterAll(() => harness.close());

  const subscribe = async (state = 'TX', companyId = world.companyId, by = master) =>
    (await by.call('POST', PATH, { companyId, state })).json;
  const fetched = (url: string) => harness.anonymous().call('GET', new URL(url).pathname);
  const eventsAt = async (url: string) => read((await fetched(url)).text);
  const approve = async (body: object) => {
    const { id } = (await master.call('POST', '/api/half-staff/orders', body)).json;
    const done = await master.call('POST', `/api/half-staff/orders/${id}/approve`, { revision: 1 });
    expect(done.status).toBe(200);
    return id as string;
  };

  test('have one public URL for each company and state', async () => {
    const made = await subscribe('TX', world.companyId, world.companyUser);
    expect(made).toMatchObject({ companyId: world.companyId, state: 'TX', lastReadAt: null });
    expect(made.url).toMatch(/^http:\/\/localhost:3000\/api\/calendars\/[\w-]{43}\.ics$/);
    expect((await subscribe()).url).toBe(made.url);
    expect((await subscribe('VT')).url).not.toBe(made.url);
    const { status, headers } = await fetched(made.url);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    const listed = (await world.companyUser.call('GET', PATH)).json;
    expect(listed.map(({ state }: { state: string }) => state)).toEqual(['TX', 'VT']);
    expect(listed[0].lastReadAt).toBeGreaterThan(harness.time.now - 3_600_000);
    expect((await other.companyUser.call('GET', PATH)).json).toEqual([]);
  });

  test("contain only the orders that apply to the company's poles in the state", async () => {
    const { companyId } = world;
    const reaching = [
      await approve(orderBody({ reason: 'Everyone' })),
      await approve(orderBody({ scope: { kind: 'states', states: ['TX', 'VT'] } })),
      await approve(ownOrder(companyId, { reason: 'Our own' })),
      await approve(orderBody({ scope: { kind: 'locations', locationIds: [world.locationId] } })),
    ];
    await approve(ownOrder(other.companyId, { reason: 'Another company' }));
    await approve(orderBody({ scope: { kind: 'companies', companyIds: [other.companyId] } }));
    const { id: draft } = (await master.call('POST', '/api/half-staff/orders', orderBody())).json;
    const uids = async (state: string) =>
      (await eventsAt((await subscribe(state)).url))
        .map(({ uid }) => uid)
        .filter((uid) => uid.startsWith('order-'))
        .toSorted();
    const expected = reaching.map((id) => `order-${id}@halyard`).toSorted();
    expect(await uids('TX')).toEqual(expected);
    expect(expected.join()).not.toContain(draft);
    // The company gets poles in Vermont only when it has a location there.
    expect(await uids('VT')).toEqual([]);
    const place = { ...locationBody(companyId, 'North'), city: 'Stowe', state: 'VT', zip: '05672' };
    expect((await master.call('POST', '/api/locations', place)).status).toBe(201);
    expect(await uids('VT')).toEqual(
      [reaching[0], reaching[1], reaching[2]].map((id) => `order-${id}@halyard`).toSorted(),
    );
  });

  test('can be read by two calendar parsers, no matter which characters an order contains', async () => {
    const reason = `Tribute; with, "signs" \\n and \\ 🏳️ é ${'long '.repeat(60)}\nand a second line`;
    const id = await approve(orderBody({ reason, kind: 'full' }));
    const { text } = await fetched((await subscribe()).url);
    for (const line of text.split('\r\n'))
      expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
    const event = read(text).find(({ uid }) => uid === `order-${id}@halyard`);
    expect(event?.summary).toMatch(/^Full-staff exception: Tribute; with, "signs" \\n and/);
    expect(event?.description).toContain(reason);
    const strict = convertIcsCalendar(undefined, text);
    expect(strict.events?.map(({ uid }) => uid).toSorted()).toEqual(
      read(text)
        .map(({ uid }) => uid)
        .toSorted(),
    );
    expect(strict.events?.every(({ start }) => start.type === 'DATE')).toBe(true);
  });

  test("have all-day dates without a time zone, regardless of the server's time zone", async () => {
    const { url } = await subscribe();
    const zone = process.env.TZ;
    try {
      const seen = new Set<string>();
      const hours = new Set<number>();
      for (const TZ of ['Pacific/Pago_Pago', 'America/New_York', 'UTC', 'Pacific/Kiritimati']) {
        process.env.TZ = TZ;
        hours.add(new Date(harness.time.now).getHours());
        const { text } = await fetched(url);
        expect(text).not.toContain('TZID');
        seen.add(text);
      }
      expect(hours.size, 'the clock follows TZ').toBe(4);
      expect(seen.size).toBe(1);
      const memorialDay = read([...seen][0]!).find(({ first }) => first === '2027-05-31');
      expect(memorialDay).toMatchObject({
        summary: 'Half-staff until noon: Memorial Day',
        end: '2027-06-01',
      });
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test('show a changed order as a newer version of the same event', async () => {
    const id = await approve(orderBody({ starts: { kind: 'sunrise', date: '2026-11-25' } }));
    const { url } = await subscribe();
    const find = async () => (await eventsAt(url)).find(({ uid }) => uid === `order-${id}@halyard`);
    const before = await find();
    expect(before).toMatchObject({ first: '2026-11-25', end: '2026-11-26' });
    const ends = { kind: 'sunset', date: '2026-11-27' };
    const terms = orderBody({ starts: { kind: 'sunrise', date: '2026-11-25' }, ends });
    const order = (await master.call('GET', `/api/half-staff/orders/${id}`)).json;
    const amended = await master.call('PATCH', `/api/half-staff/orders/${id}`, {
      ...terms,
      revision: order.revision,
    });
    expect(amended.status, amended.text).toBe(200);
    const after = await find();
    expect(after?.end).toBe('2026-11-28');
    expect(after!.sequence).toBeGreaterThan(before!.sequence);
  });

  test('stop working immediately when they are revoked or their company is deleted', async () => {
    const first = await subscribe('NV');
    const revoked = await world.companyUser.call('DELETE', `${PATH}/${first.id}`);
    expect(revoked.status).toBe(204);
    expect((await fetched(first.url)).status).toBe(404);
    expect((await subscribe('NV')).url).not.toBe(first.url);
    const { json: company } = await master.call('POST', '/api/companies', {
      ...locationBody('', 'Short'),
      companyId: undefined,
    });
    const last = await subscribe('NV', company.id);
    expect((await fetched(last.url)).status).toBe(200);
    expect((await master.call('DELETE', `/api/companies/${company.id}`)).status).toBe(204);
    expect((await fetched(last.url)).status).toBe(404);
  });

  test.each(['x.ics', `${'a'.repeat(43)}.ics`, `${'a'.repeat(43)}`, '..%2f..%2fetc.ics'])(
    'return 404 for an invalid URL: %s',
    async (file) => {
      expect((await harness.anonymous().call('GET', `/api/calendars/${file}`)).status).toBe(404);
    },
  );

  test('record when a calendar app last fetched them, at most once per hour', async () => {
    const made = await subscribe('ME');
    const readAt = async () =>
      (await master.call('GET', PATH)).json.find(({ id }: { id: string }) => id === made.id)
        .lastReadAt;
    await fetched(made.url);
    const first = await readAt();
    harness.time.now += DAY_MS;
    await fetched(made.url);
    expect(await readAt()).toBe(first + DAY_MS);
  });
});
