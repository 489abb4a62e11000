import {
  type Alert,
  type AlertCondition,
  DEFAULT_ALERT_SETTINGS,
  type Flag,
} from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeMails } from '../../../../platform/mail/budget.ts';
import { engines } from '../../../../testing/engines.ts';
import { type AlertWorld, createAlertWorld, type WatchedPole } from '../testing/alertWorld.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DEFAULTS = '/api/alerts/defaults';
const COMPANY = {
  address1: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  phone: '5125550100',
};

describe.each(engines)('alert defaults for all companies on %s', (engine) => {
  let world: AlertWorld;
  let url: string;
  let pole: WatchedPole;
  beforeEach(async () => {
    world = await createAlertWorld(engine);
    url = `/api/alerts/settings/${world.company.companyId}`;
    pole = await world.poleOf(world.company.flagRowId);
    await world.pass(SECOND);
  });
  afterEach(() => world.close());

  const setDefaults = async (more: object) => {
    const body = { ...DEFAULT_ALERT_SETTINGS, masters: [], ...more };
    const { status, text, json } = await world.master.call('PUT', DEFAULTS, body);
    if (status !== 200) throw new Error(text);
    return json;
  };
  const flag = async (): Promise<Flag> =>
    (await world.company.locationUser.call('GET', '/api/flags')).json.find(
      ({ id }: Flag) => id === pole.id,
    );
  const open = async (): Promise<AlertCondition[]> =>
    (await world.master.call('GET', '/api/alerts')).json.map(
      ({ condition }: { condition: AlertCondition }) => condition,
    );
  /** Creates another company with some poles. */
  const other = async (name: string, poles: number) => {
    const companyId = (await world.master.call('POST', '/api/companies', { ...COMPANY, name })).json
      .id;
    const location = await world.master.call('POST', '/api/locations', {
      ...COMPANY,
      name: 'Yard',
      companyId,
    });
    const names = Array.from({ length: poles }, (_, i) => `${name} ${i + 1}`);
    return world.addPoles(names, { companyId, locationId: location.json.id });
  };

  test("apply to each section of a company's settings until the company changes that section", async () => {
    await setDefaults({
      voltageBelow: 22,
      voltageAbove: 29,
      quietHours: { from: '22:00', until: '06:00' },
      addresses: ['ops@example.test'],
    });
    const { companyUser } = world.company;
    const get = async () => (await companyUser.call('GET', url)).json;
    expect(await get()).toMatchObject({
      isDefault: true,
      own: [],
      settings: { voltageBelow: 22, voltageAbove: 29, quietHours: { from: '22:00' } },
      recipients: 2,
    });
    expect((await flag()).voltageLimits).toEqual({ below: 22, above: 29 });
    await companyUser.call('PUT', url, {
      ...DEFAULT_ALERT_SETTINGS,
      voltageBelow: 30,
      roles: [],
      own: ['recipients'],
    });
    expect(await get()).toMatchObject({
      isDefault: false,
      own: ['recipients'],
      settings: { voltageBelow: 22, voltageAbove: 29, roles: [], addresses: [] },
      recipients: 0,
    });
    await companyUser.call('PUT', url, { ...DEFAULT_ALERT_SETTINGS, own: ['limits'] });
    await setDefaults({ voltageBelow: 10, voltageAbove: 14, addresses: ['ops@example.test'] });
    expect(await get()).toMatchObject({
      own: ['limits'],
      settings: { voltageBelow: 40, voltageAbove: 48, quietHours: null },
      defaults: { voltageBelow: 10, voltageAbove: 14 },
      recipients: 2,
    });
    expect((await flag()).voltageLimits).toEqual({ below: 40, above: 48 });
    // Older clients send settings without `own`. These change all sections.
    await companyUser.call('PUT', url, DEFAULT_ALERT_SETTINGS);
    expect((await get()).own).toEqual(['limits', 'quietHours', 'recipients']);
  });

  test('determine what counts as an alert in the flag list and on the Alerts page', async () => {
    pole.node.voltage = 30;
    await world.pass(10 * SECOND);
    expect([await open(), (await flag()).openAlerts]).toEqual([['voltage'], ['voltage']]);
    await setDefaults({ voltageBelow: 22, voltageAbove: 31 });
    await world.pass(10 * SECOND);
    // The alert ends only after the voltage has been in range for 2 minutes.
    expect([await open(), (await flag()).openAlerts]).toEqual([['voltage'], ['voltage']]);
    await world.pass(2 * MINUTE);
    expect([await open(), (await flag()).openAlerts]).toEqual([[], []]);
    expect((await world.mails()).map(({ subject }) => subject)).toEqual([
      'Voltage in range again: Gate (North)',
      'Voltage out of range: Gate (North)',
    ]);
  });

  test('are reloaded on open screens when a limit changes', async () => {
    const rev = () => world.harness.link.leaves.get(`companies/${world.company.companyId}/rev`);
    const before = rev();
    await setDefaults({ voltageBelow: 22 });
    const between = rev();
    expect(between).toBeGreaterThan(Number(before));
    await world.set({ voltageBelow: 22 });
    expect(rev()).toBeGreaterThan(Number(between));
  });

  test("let a selected master get one email about all companies' alerts, regardless of the companies' own settings", async () => {
    const addressOf = (id: string) => `${id}@example.test`;
    await setDefaults({ masters: [world.master.id], roles: [] });
    await world.set({ roles: [], addresses: [addressOf(world.master.id)] });
    const [birch, cedar] = [await other('Birch', 1), await other('Cedar', 3)];
    await world.pass(SECOND);
    for (const each of [pole, ...birch, ...cedar]) each.node.voltage = 30;
    await world.pass(20 * SECOND);
    const [mail, ...more] = await world.mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: addressOf(world.master.id),
      subject: '5 flags with voltage out of range at 3 companies',
    });
    expect(mail?.text).toContain('- Gate (North, Acme), since Nov 20, 2026, ');
    expect(mail?.text).toContain('- Cedar 3 (Yard, Cedar), since Nov 20, 2026, ');
    for (const each of [pole, ...birch, ...cedar]) each.node.voltage = 42;
    await world.pass(3 * MINUTE);
    expect((await world.mails()).map(({ subject }) => subject)).toEqual([
      '5 flags with voltage back in range at 3 companies',
    ]);
    await world.restart(MINUTE);
    await world.pass(MINUTE);
    expect(await world.mails()).toEqual([]);
  });

  test('delay emails to masters during the default quiet hours', async () => {
    await setDefaults({
      masters: [world.master.id],
      quietHours: { from: '00:00', until: '23:59' },
    });
    await world.set({ roles: [], quietHours: null });
    pole.node.voltage = 30;
    await world.pass(MINUTE);
    expect(await world.mails()).toEqual([]);
    await setDefaults({ masters: [world.master.id] });
    await world.pass(10 * SECOND);
    expect((await world.mails()).map(({ subject }) => subject)).toEqual([
      'Voltage out of range: Gate (North)',
    ]);
  });

  describe("while the operator's daily email limit is used up", () => {
    const LIMIT = 'Daily alert email limit reached: all companies';
    /**
     * Uses up the daily email limit for the operator's users. Returns the time when the limit
     * resets.
     */
    const useUp = async () => {
      const { now } = world.harness.time;
      const { queries } = world.services.db;
      expect(await takeMails(queries, { mailsPerCompany: 1000 }, 'alert', null, 50_000, now)).toBe(
        true,
      );
      return now + 24 * HOUR;
    };
    const cycle = async (each: WatchedPole) => {
      each.node.voltage = 30;
      await world.pass(10 * SECOND);
      each.node.voltage = 42;
      await world.pass(3 * MINUTE);
    };
    const delayedUntil = async () => (await world.master.call('GET', DEFAULTS)).json.delayedUntil;
    const toldAt = async () => {
      const ended = (await world.master.call('GET', '/api/alerts/ended')).json.alerts;
      const all = [...(await world.master.call('GET', '/api/alerts')).json, ...ended];
      return new Map(
        all.map(({ pole: { name }, toldAt: at }: Alert) => [name, at === null ? null : 'told']),
      );
    };

    test('let masters get one final email that day, and one email about all later alerts when the limit resets', async () => {
      await setDefaults({ masters: [world.master.id], roles: [] });
      const [over, still] = await other('Birch', 2);
      await world.pass(SECOND);
      const until = await useUp();
      pole.node.voltage = 30;
      await world.pass(20 * SECOND);
      const [last, ...none] = await world.mails();
      expect([last?.subject, none]).toEqual([LIMIT, []]);
      expect(last?.text).toContain(
        'You will get any further alerts in one email after Nov 21, 2026, 6:00 AM CST. Until then, check the Alerts page.',
      );
      expect(last?.text).toContain('- Gate (North, Acme), since Nov 20, 2026, ');
      expect(await delayedUntil()).toBeNull();
      pole.node.voltage = 42;
      await cycle(over!);
      still!.node.voltage = 30;
      await world.pass(MINUTE);
      expect(await world.mails()).toEqual([]);
      expect(await delayedUntil()).toBe(until);
      expect(await toldAt()).toEqual(
        new Map([
          ['Gate', 'told'],
          ['Birch 1', null],
          ['Birch 2', null],
        ]),
      );
      await setDefaults({ masters: [world.master.id], roles: [], offlineMinutes: 30 });
      await world.restart(until - 2 * SECOND - world.harness.time.now);
      await world.pass(SECOND);
      expect(await world.mails()).toEqual([]);
      await world.pass(10 * SECOND);
      const [mail, ...more] = await world.mails();
      expect([mail?.subject, more]).toEqual(['3 alerts at 2 companies', []]);
      expect(mail?.text).toContain(
        '1 flag with voltage out of range\n- Birch 2 (Yard, Birch), since',
      );
      expect(mail?.text).toContain(
        '1 flag with voltage out of range, now resolved\n- Birch 1 (Yard, Birch), Nov 20',
      );
      expect(mail?.text).toContain(
        '1 flag with voltage back in range\n- Gate (North, Acme), after ',
      );
      expect([...(await toldAt()).values()]).not.toContain(null);
      expect(await delayedUntil()).toBeNull();
      await world.restart(MINUTE);
      still!.node.voltage = 42;
      await world.pass(3 * MINUTE);
      expect((await world.mails()).map(({ subject }) => subject)).toEqual([
        'Voltage in range again: Birch 2 (Yard)',
      ]);
    });

    test('drop emails about alerts that start and end during quiet hours, but not emails that the limit had already delayed', async () => {
      const quietHours = { from: '23:30', until: '08:00' };
      await setDefaults({ masters: [world.master.id], roles: [] });
      const [birch] = await other('Birch', 1);
      await world.pass(SECOND);
      const until = await useUp();
      await cycle(pole);
      expect((await world.mails()).map(({ subject }) => subject)).toEqual([LIMIT]);
      await cycle(birch!);
      await setDefaults({ masters: [world.master.id], roles: [], quietHours });
      await world.restart(until - world.harness.time.now);
      await world.pass(MINUTE);
      expect(await world.mails()).toEqual([]);
      await cycle(pole);
      await world.restart(2 * HOUR);
      await world.pass(10 * SECOND);
      const mails = await world.mails();
      expect(mails.map(({ subject }) => subject)).toEqual(['2 alerts at 2 companies']);
      expect(mails[0]?.text).toContain('1 flag with voltage out of range, now resolved\n- Birch 1');
      expect(mails[0]?.text).toContain('1 flag with voltage back in range\n- Gate');
    });
  });

  test('let masters get emails even if a company has used up its own email limit', async () => {
    const { companyId } = world.company;
    const { queries } = world.services.db;
    const address = `${world.master.id}@example.test`;
    await setDefaults({ masters: [world.master.id], roles: [] });
    await world.set({ roles: [], addresses: [address] });
    const { now } = world.harness.time;
    const used = { mailsPerCompany: 1000 };
    expect(await takeMails(queries, used, 'alert', companyId, 5000, now)).toBe(true);
    pole.node.voltage = 30;
    await world.pass(20 * SECOND);
    expect((await world.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [address, 'Voltage out of range: Gate (North)'],
    ]);
    const [alert] = (await world.master.call('GET', '/api/alerts')).json;
    expect(alert.toldAt).toEqual(expect.any(Number));
  });

  test("can be changed without losing alerts that are delayed by a company's email limit", async () => {
    const { companyId } = world.company;
    const { queries } = world.services.db;
    const { now } = world.harness.time;
    const used = { mailsPerCompany: 1000 };
    for (const [purpose, count] of [['alert', 5000] as const, ['over', 1] as const])
      expect(await takeMails(queries, used, purpose, companyId, count, now)).toBe(true);
    pole.node.voltage = 30;
    await world.pass(20 * SECOND);
    const delayedUntil = async () => (await world.master.call('GET', url)).json.delayedUntil;
    expect(await delayedUntil()).toBe(now + 24 * HOUR);
    await setDefaults({ addresses: ['ops@example.test'] });
    await world.pass(10 * SECOND);
    expect([await delayedUntil(), await world.mails()]).toEqual([now + 24 * HOUR, []]);
  });

  test('accept only masters as recipients, and drop users who are no longer masters', async () => {
    const { companyUser } = world.company;
    const refused = await world.master.call('PUT', DEFAULTS, {
      ...DEFAULT_ALERT_SETTINGS,
      masters: [companyUser.id],
    });
    expect([refused.status, refused.text]).toEqual([
      400,
      'Only masters can receive alerts about all companies.',
    ]);
    const second = await world.harness.as('master');
    expect(await setDefaults({ masters: [second.id, second.id] })).toMatchObject({
      settings: { masters: [second.id] },
      recipients: 1,
    });
    const test = () => world.master.call('POST', `${DEFAULTS}/test`);
    expect((await test()).json).toEqual({ recipients: 1 });
    expect((await world.mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [`${second.id}@example.test`, 'Test alert for all companies'],
    ]);
    await world.services.db.queries
      .updateTable('users')
      .set({ role: 'employee' })
      .where('id', '=', second.id)
      .execute();
    expect((await world.master.call('GET', DEFAULTS)).json).toMatchObject({
      settings: { masters: [] },
      recipients: 0,
    });
    expect((await test()).text).toBe('No recipients: choose a master and save first.');
  });
});
