import {
  type ComplianceRow,
  choiceOf,
  type FollowsChoice,
  type LedgerEntry,
  placeOf,
  sunDay,
} from '@halyard/domain';
import { afterEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness } from '../../../testing/harness.ts';
import { createWorld } from '../../../testing/world.ts';
import { updateCompany } from '../../customers/companies/companies.ts';
import { setFollows } from '../autopilot/follows.ts';
import { appendToLedger, type LedgerNote } from '../ledger/append.ts';
import { cancelOrder, updateOrder } from '../orders/orders.ts';
import { complianceRows } from '../testing/compliance.ts';
import { createEngineWorld, type EngineWorld, type WorldPole } from '../testing/engineWorld.ts';

const at = (moment: string) => Date.parse(moment);
const newYork = placeOf({ state: 'NY', latitude: null, longitude: null, timeZone: null });
const sun = (date: string) => {
  const day = sunDay(date, newYork);
  if (day.kind !== 'ordinary') throw new Error('The sun of New York is ordinary');
  return day;
};

const lock = (world: EngineWorld, pole: WorldPole) =>
  world.services.db.queries
    .updateTable('flags')
    .set({ lock_reason: 'Rope', locked_by: 'u', locked_by_name: 'ann', locked_at: world.now() })
    .where('id', '=', pole.id)
    .execute();

describe.each(engines)("a compliance report from the real engine's ledger on %s", (database) => {
  let world: EngineWorld;
  afterEach(() => world.close());
  const ofSource = (key: string) => complianceRows(world, { kind: 'source', key });
  const begin = async (moment: string) => {
    world = await createEngineWorld(moment, { database });
    await world.switchEngine(true);
  };

  test('shows when poles moved, how long an offline pole was in the wrong position, and which users moved poles', async () => {
    await begin('2026-05-24T22:00:00-04:00');
    const [kept, late, moved] = [
      await world.addPole({ state: 'NY' }),
      await world.addPole({ state: 'NY' }),
      await world.addPole({ state: 'NY' }),
    ];
    await world.addPole({ state: 'NY', position: 'down' });
    late.isOnline = false;
    const { sunrise } = sun('2026-05-25');
    await world.goTo(sunrise);
    late.isOnline = true;
    const nine = at('2026-05-25T09:00:00-04:00');
    await world.goTo(nine);
    await world.goTo('2026-05-25T10:00:00-04:00');
    await world.switchByHand(moved, { flagUp: true });
    await world.settle();
    const noon = at('2026-05-25T12:00:00-04:00');
    await world.goTo(noon);
    const rows = await ofSource('day:2026-05-25');
    const byPole = new Map(rows.map(({ pole, ...row }) => [pole.id, row]));
    const common = {
      sourceKey: 'day:2026-05-25',
      title: 'Memorial Day',
      timeZone: 'America/New_York',
      from: sunrise,
      until: noon,
      lowered: sunrise,
      raised: noon,
      outcome: 'on-time',
      deviationMinutes: 0,
      offlineMinutes: 0,
      heldMinutes: 0,
      lockedMinutes: 0,
      leftOut: [],
      interventions: [],
    };
    expect(byPole.size).toBe(3);
    expect(byPole.get(kept.id)).toEqual(common);
    expect(byPole.get(late.id)).toEqual({
      ...common,
      lowered: nine,
      outcome: 'late',
      deviationMinutes: Math.round((nine - sunrise) / 6000) / 10,
    });
    const byHand = at('2026-05-25T10:00:00-04:00');
    expect(byPole.get(moved.id)).toEqual({
      ...common,
      raised: byHand,
      outcome: 'held',
      heldMinutes: 120,
      interventions: [{ by: 'master', why: 'Raised manually', at: byHand }],
    });
    expect(await complianceRows(world, { kind: 'company', id: kept.companyId })).toEqual(
      rows.filter(({ pole }) => pole.companyId === kept.companyId),
    );
  });

  test("evaluates a pole only while its company follows orders from the order's authority", async () => {
    await begin('2026-03-02T08:00:00-05:00');
    const [pole, always] = [await world.addPole({}), await world.addPole({})];
    const all = choiceOf(null);
    const none = { ...all, authorities: { ...all.authorities, president: [] } };
    const follow = async (moment: string, follows: FollowsChoice) => {
      await world.goTo(moment);
      await setFollows(world.ctx, pole.companyId, { locationId: null, follows });
      await world.goTo(world.now() + 6000);
    };
    await setFollows(world.ctx, pole.companyId, { locationId: null, follows: none });
    const { id } = await world.order({});
    await follow('2026-03-02T10:00:00-05:00', all);
    expect([pole.position, always.position]).toEqual(['half', 'half']);
    await follow('2026-03-02T14:00:00-05:00', none);
    expect([pole.position, always.position]).toEqual(['up', 'half']);
    await world.goTo('2026-03-02T16:00:00-05:00');
    const rows = await ofSource(`order:${id}`);
    const of = (one: WorldPole) => rows.filter((row) => row.pole.id === one.id);
    expect(of(pole)).toMatchObject([
      {
        from: at('2026-03-02T10:00:00-05:00'),
        until: at('2026-03-02T14:00:00-05:00'),
        outcome: 'on-time',
      },
    ]);
    expect(of(always)).toMatchObject([{ from: at('2026-03-02T08:00:00-05:00'), until: null }]);
  });

  test('has separate rows for an order before and after a full-staff exception, and leaves out nights when a daily rule keeps the flag down', async () => {
    await begin('2026-03-02T12:00:00-05:00');
    await world.addPole({ state: 'NY', dailyRule: 'sunrise-sunset' });
    const order = await world.order({});
    await world.settle();
    const ends = { kind: 'sunset' as const, date: '2026-03-04' };
    const exception = await world.order({
      kind: 'full',
      starts: { kind: 'sunrise', date: '2026-03-04' },
      ends,
    });
    for (const day of ['03', '04', '05']) {
      await world.goTo(`2026-03-${day}T08:00:00-05:00`);
      await world.goTo(`2026-03-${day}T20:00:00-05:00`);
    }
    const of = async (key: string) =>
      (await ofSource(key)).map(({ from, until, lowered, raised }) => ({
        from,
        until,
        lowered,
        raised,
      }));
    const { sunrise, sunset } = sun('2026-03-04');
    expect(await of(`order:${order.id}`)).toEqual([
      {
        from: at('2026-03-02T12:00:00-05:00'),
        until: sunrise,
        lowered: at('2026-03-02T12:00:00-05:00'),
        raised: at('2026-03-03T20:00:00-05:00'),
      },
      {
        from: sunset,
        until: null,
        lowered: at('2026-03-05T08:00:00-05:00'),
        raised: at('2026-03-05T20:00:00-05:00'),
      },
    ]);
    expect(await of(`order:${exception.id}`)).toEqual([
      { from: sunrise, until: sunset, lowered: null, raised: at('2026-03-04T08:00:00-05:00') },
    ]);
  });

  test('has a separate row for an order that begins and ends during a longer one', async () => {
    await begin('2026-03-02T12:00:00-05:00');
    await world.addPole({ state: 'NY' });
    const long = await world.order({ ends: { kind: 'sunset', date: '2026-03-09' } });
    await world.settle();
    const short = await world.order({
      reason: 'A firefighter',
      starts: { kind: 'sunrise', date: '2026-03-04' },
      ends: { kind: 'sunset', date: '2026-03-04' },
    });
    await world.goTo('2026-03-04T12:00:00-05:00');
    await world.goTo('2026-03-10T12:00:00-05:00');
    const { sunrise, sunset } = sun('2026-03-04');
    const within = await ofSource(`order:${short.id}`);
    expect(within).toMatchObject([{ title: 'A firefighter', from: sunrise, until: sunset }]);
    const around = await ofSource(`order:${long.id}`);
    expect(around).toMatchObject([
      { from: at('2026-03-02T12:00:00-05:00'), until: sun('2026-03-09').sunset },
    ]);
  });

  const one = async (key: string) => (await ofSource(key))[0]!;
  const day = 'day:2026-05-25';

  test('does not treat lamp changes as position changes', async () => {
    await begin('2026-05-24T12:00:00-04:00');
    await world.addPole({ state: 'NY', dailyRule: 'always-up' });
    await world.order({ ends: { kind: 'sunset', date: '2026-06-23' } });
    await world.settle();
    for (let date = 24; date <= 31; date++)
      for (const hour of ['04', '12', '22'])
        await world.goTo(`2026-05-${date}T${hour}:00:00-04:00`);
    const { queries } = world.services.db;
    const entries = await queries.selectFrom('ledger').select('kind').execute();
    expect(entries.filter(({ kind }) => kind === 'deviation')).toEqual([]);
  });

  test('leaves out the time before a user raised a flag that was down', async () => {
    await begin('2026-05-25T04:00:00-04:00');
    const pole = await world.addPole({ state: 'NY', position: 'down' });
    const eight = at('2026-05-25T08:00:00-04:00');
    await world.goTo(eight);
    await world.switchByHand(pole, { flagUp: true });
    await world.settle();
    await world.goTo('2026-05-25T12:00:00-04:00');
    expect(await one(day)).toMatchObject({
      outcome: 'on-time',
      deviationMinutes: 0,
      lowered: eight,
    });
  });

  test('starts to evaluate a pole when an amendment adds the pole to an order', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    await world.addPole({ state: 'NY' });
    const order = await world.order({ scope: { kind: 'states', states: ['VT'] } });
    await world.goTo('2026-03-04T10:00:00-05:00');
    const scope = { kind: 'states' as const, states: ['VT', 'NY'] };
    await updateOrder(world.ctx, order.id, { revision: order.revision, scope });
    await world.settle();
    await world.goTo('2026-03-04T10:10:00-05:00');
    expect(await one(`order:${order.id}`)).toMatchObject({
      from: at('2026-03-04T10:00:00-05:00'),
      outcome: 'on-time',
      deviationMinutes: 0,
    });
  });

  test('starts to evaluate a pole when its company starts to follow orders', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole({ state: 'NY', optedIn: false });
    const { id } = await world.order({});
    await world.goTo('2026-03-04T10:00:00-05:00');
    await updateCompany(world.ctx, pole.companyId, { autoHalfMast: true });
    await world.goTo('2026-03-04T10:05:00-05:00');
    expect(await one(`order:${id}`)).toMatchObject({
      from: at('2026-03-04T10:00:00-05:00'),
      deviationMinutes: 5,
    });
  });

  test('counts the minutes in the wrong position before the pole first reaches the right one', async () => {
    await begin('2026-03-02T10:00:00-05:00');
    const pole = await world.addPole({ state: 'NY' });
    pole.isStuck = true;
    const { id } = await world.order({});
    await world.settle();
    await world.goTo('2026-03-02T10:42:00-05:00');
    expect(await one(`order:${id}`)).toMatchObject({
      outcome: 'late',
      deviationMinutes: 42,
      until: null,
    });
  });

  test('does not count a pole as on time if it was offline the whole time or has never reported', async () => {
    await begin('2026-05-24T22:00:00-04:00');
    const [away, never] = [
      await world.addPole({ state: 'NY', position: 'half' }),
      await world.addPole({ state: 'NY' }),
    ];
    away.isOnline = false;
    await world.forgetReports(never);
    for (const hour of ['04', '07', '10', '13']) await world.goTo(`2026-05-25T${hour}:00:00-04:00`);
    const rows = await ofSource(day);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['offline', 'offline']);
  });

  test('counts a pole as unknown if it goes offline and does not report again before the order or half-staff day ends', async () => {
    await begin('2026-05-24T22:00:00-04:00');
    const pole = await world.addPole({ state: 'NY' });
    await world.goTo(sun('2026-05-25').sunrise);
    await world.goTo('2026-05-25T08:00:00-04:00');
    pole.isOnline = false;
    await world.goTo('2026-05-25T11:00:00-04:00');
    await world.goTo('2026-05-25T12:30:00-04:00');
    expect(await one(day)).toMatchObject({ outcome: 'not-known', offlineMinutes: 240 });
  });

  test('leaves out a pole that is down in its first report after half-staff begins', async () => {
    await begin('2026-05-24T22:00:00-04:00');
    const pole = await world.addPole({ state: 'NY', position: 'down' });
    await world.forgetReports(pole);
    await world.goTo(sun('2026-05-25').sunrise);
    pole.isOnline = true;
    await world.goTo('2026-05-25T08:00:00-04:00');
    await world.goTo('2026-05-25T09:00:00-04:00');
    expect(await ofSource(day)).toEqual([]);
  });

  test('shows a locked pole as locked', async () => {
    await begin('2026-05-24T22:00:00-04:00');
    const pole = await world.addPole({ state: 'NY' });
    await world.goTo('2026-05-25T09:00:00-04:00');
    await lock(world, pole);
    await world.goTo('2026-05-25T10:00:00-04:00');
    await world.goTo('2026-05-25T12:00:00-04:00');
    expect(await one(day)).toMatchObject({ outcome: 'locked', lockedMinutes: 180 });
  });

  test("ends a canceled order's row at the time when the order was canceled", async () => {
    await begin('2026-03-02T12:00:00-05:00');
    await world.addPole({ state: 'NY' });
    const { id } = await world.order({});
    await world.goTo('2026-03-02T13:00:00-05:00');
    await cancelOrder(world.ctx, id, { why: 'Given by mistake' });
    await world.settle();
    const cancelled = at('2026-03-02T13:00:00-05:00');
    expect(await ofSource(`order:${id}`)).toMatchObject([{ until: cancelled, raised: cancelled }]);
  });
});

describe.each(engines)('compliance reports for a pole that changed companies, on %s', (engine) => {
  test('show each company only the time when the pole belonged to it', async () => {
    const harness = await createHarness({ engine });
    const master = await harness.as('master');
    const [home, abroad] = [
      await createWorld(harness, master),
      await createWorld(harness, master),
    ] as const;
    const sourceKey = 'day:2026-11-19';
    const noteOf = (world: typeof home, company: string, by: string): LedgerNote[] => {
      const common = {
        at: harness.time.now,
        flag: { id: home.flagRowId, name: 'Mast' },
        company: { id: world.companyId, name: company },
        sourceKey,
      };
      const body = { position: 'half', keys: [sourceKey], title: 'A day', reported: 'half' };
      return [
        { ...common, kind: 'should-be', body },
        { ...common, kind: 'held', body: { by, reason: 'Painting' } },
      ];
    };
    const notes = [...noteOf(abroad, 'Before', 'bob'), ...noteOf(home, 'Now', 'ann')];
    await harness.services.db.transaction((trx) => appendToLedger(trx, notes));
    const usersOf = async ({ companyUser }: typeof home) => {
      const url = `/api/half-staff/compliance/source/${sourceKey}`;
      const { json } = await companyUser.call('GET', url);
      return json.items.map((row: ComplianceRow) => [
        row.pole.company,
        row.interventions.map(({ by }) => by),
      ]);
    };
    expect(await usersOf(home)).toEqual([['Now', ['ann']]]);
    expect(await usersOf(abroad)).toEqual([['Before', ['bob']]]);
    const names = async (client: Client) => {
      const { json } = await client.call('GET', `/api/flags/${home.flagRowId}/half-staff`);
      return json.ledger.map(({ company }: LedgerEntry) => company);
    };
    for (const client of [home.companyUser, home.locationUser, home.employee])
      expect(await names(client)).toEqual(['Now', 'Now']);
    expect(await names(master)).toEqual(['Before', 'Before', 'Now', 'Now']);
    await harness.close();
  });
});

describe.each(engines)('the compliance CSV file on %s', (engine) => {
  test("contains times in the pole's time zone, and no cells that a spreadsheet would execute as formulas", async () => {
    const harness = await createHarness({ engine });
    const master = await harness.as('master');
    const home = await createWorld(harness, master);
    const abroad = await createWorld(harness, master);
    const noteOf = (world: typeof home, name: string, more: Partial<LedgerNote>): LedgerNote => ({
      kind: 'should-be',
      at: at('2026-11-19T06:58:12-06:00'),
      flag: { id: world.flagRowId, name },
      company: { id: world.companyId, name: '=HYPERLINK("http://evil")' },
      sourceKey: 'day:2026-11-19',
      body: {
        position: 'half',
        keys: ['day:2026-11-19'],
        title: '+1, "quoted"\nday',
        reported: 'half',
      },
      ...more,
    });
    const held = { kind: 'held', body: { by: 'ann', reason: '@SUM(A1)' } } as const;
    const notes = [noteOf(home, '-2', {}), noteOf(home, '-2', held), noteOf(abroad, 'Mast', {})];
    await harness.services.db.transaction((trx) => appendToLedger(trx, notes));
    const own = await home.companyUser.call(
      'GET',
      '/api/half-staff/compliance/source/day:2026-11-19/csv',
    );
    expect(own.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(own.headers['content-disposition']).toBe('attachment; filename="half-staff.csv"');
    const time = '2026-11-19T06:58:12-06:00';
    const { head } = (await master.call('GET', '/api/half-staff/ledger-head')).json;
    expect(head).toMatch(/^3:[0-9a-f]{64}$/);
    expect(own.text).toBe(
      [
        'Order or day,Key,Company,Location,Flag,Time zone,From,Until,Lowered,Raised,Result,Deviation in minutes,Held in minutes,Locked in minutes,Offline in minutes,Interventions',
        `"'+1, ""quoted""\nday",day:2026-11-19,"'=HYPERLINK(""http://evil"")",North,'-2,America/Chicago,${time},,${time},,On time,0,0,0,0,${time} ann: @SUM(A1)`,
        `Ledger head,${head},,,,,,,,,,,,,,`,
        '',
      ].join('\r\n'),
    );
    const url = `/api/half-staff/compliance/company/${home.companyId}/csv`;
    expect((await master.call('GET', url)).text).toBe(own.text);
    const all = await master.call('GET', '/api/half-staff/compliance/source/day:2026-11-19');
    expect(all.json).toMatchObject({ total: 2, title: '+1, "quoted"\nday', head });
    const none = '/api/half-staff/compliance/source/rule:always-up';
    expect((await master.call('GET', none)).status).toBe(404);
    await harness.close();
  });
});
