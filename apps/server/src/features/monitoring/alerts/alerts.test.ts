import type { Alert } from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeMails } from '../../../platform/mail/budget.ts';
import { engines } from '../../../testing/engines.ts';
import { isFull } from '../../../testing/full.ts';
import type { Client } from '../../../testing/harness.ts';
import { onlyOnce } from '../../../testing/onlyOnce.ts';
import { type AlertWorld, createAlertWorld, type WatchedPole } from './testing/alertWorld.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const addressOf = ({ id }: Client) => `${id}@example.test`;

describe.each(engines)('alerting on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  let world: AlertWorld;
  let pole: WatchedPole;
  beforeEach(async () => {
    world = await createAlertWorld(engine);
    pole = await world.poleOf(world.company.flagRowId);
    await world.poleOf(world.company.otherFlagRowId);
    await world.pass(SECOND);
  });
  afterEach(() => world.close());

  const subjects = async () => (await world.mails()).map(({ subject }) => subject);
  const open = async (by: Client = world.master) => (await by.call('GET', '/api/alerts')).json;

  test('sends one email when an alert starts and one when it ends, each as plain text and HTML', async () => {
    pole.isSilent = true;
    await world.pass(15 * MINUTE - SECOND);
    expect(await subjects()).toEqual([]);
    await world.pass(10 * SECOND);
    const [mail, ...more] = await world.mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: addressOf(world.company.companyUser),
      subject: 'Offline: Gate (North)',
      text: `Gate at North, Acme

No report for more than 15 minutes. Last voltage 42.0 V.

Started Nov 20, 2026, 6:00 AM CST.

https://h.example/flags/${pole.id}

Manage alert settings: https://h.example/alerts`,
    });
    expect(mail?.html).toContain(`<a href="https://h.example/flags/${pole.id}">`);
    await world.pass(30 * MINUTE);
    expect(await subjects()).toEqual([]);
    pole.isSilent = false;
    await world.pass(3 * MINUTE);
    const [over] = await world.mails();
    expect(over?.subject).toBe('Back online: Gate (North)');
    expect(over?.text).toContain('The problem lasted 45 min (6:00–6:45 AM CST).');
    await world.pass(MINUTE);
    expect(await subjects()).toEqual([]);
  });

  describe('alerts over the daily email limit', () => {
    const LIMIT = 'Daily alert email limit reached: Acme';
    const cycle = async (each: WatchedPole) => {
      each.node.voltage = 30;
      await world.pass(10 * SECOND);
      each.node.voltage = 42;
      await world.pass(3 * MINUTE);
    };
    const toldAt = async () => {
      const ended = (await world.master.call('GET', '/api/alerts/ended')).json.alerts;
      return [...(await open()), ...ended].map((alert: { toldAt: number | null }) => alert.toldAt);
    };
    const delayedUntil = async () => {
      const url = `/api/alerts/settings/${world.company.companyId}`;
      return (await world.master.call('GET', url)).json.delayedUntil;
    };
    /**
     * Uses up today's email limit except for `count` emails. Returns the time when the limit
     * resets, 24 hours from now.
     */
    const leave = async (count: number) => {
      const settings = { mailsPerCompany: 1000 };
      const { now } = world.harness.time;
      const { companyId } = world.company;
      const { queries } = world.services.db;
      expect(await takeMails(queries, settings, 'alert', companyId, 5000 - count, now)).toBe(true);
      return now + 24 * HOUR;
    };

    testOnce(
      'are listed in the last email of the day if they are open, together with the time when emails resume',
      async () => {
        const until = await leave(0);
        pole.node.voltage = 30;
        await world.pass(10 * SECOND);
        const [mail, ...more] = await world.mails();
        expect([mail?.subject, more]).toEqual([LIMIT, []]);
        expect(mail?.text).toContain(
          'You will get any further alerts in one email after Nov 21, 2026, 6:00 AM CST. Until then, check the Alerts page.',
        );
        expect(mail?.text).toContain(
          '1 flag with voltage out of range\n- Gate (North), since Nov 20, 2026, 6:00 AM CST',
        );
        expect(await toldAt()).toEqual([expect.any(Number)]);
        expect([until, await delayedUntil()]).toEqual([
          world.harness.time.now + 24 * HOUR - 10 * SECOND,
          null,
        ]);
      },
    );

    test('are shown as not yet emailed, and are sent in one email when the limit allows', async () => {
      const until = await leave(0);
      const [over, open1, open2, open3] = await world.addPoles(['Over', 'A', 'B', 'C']);
      await world.pass(SECOND);
      await cycle(pole);
      expect(await subjects()).toEqual([LIMIT]);
      await cycle(over!);
      for (const each of [open1!, open2!, open3!]) each.node.voltage = 30;
      await world.pass(10 * SECOND);
      expect(await subjects()).toEqual([]);
      expect((await toldAt()).filter((at) => at === null)).toHaveLength(4);
      expect(await delayedUntil()).toBe(until);
      await world.set({ addresses: [] });
      await world.restart(until - 2 * SECOND - world.harness.time.now);
      await world.pass(SECOND);
      expect(await subjects()).toEqual([]);
      await world.pass(10 * SECOND);
      const [mail, ...more] = await world.mails();
      expect([mail?.subject, more]).toEqual(['5 alerts at Acme', []]);
      expect(mail?.text).toContain('3 flags with voltage out of range\n- A (North), since');
      expect(mail?.text).toContain(
        '1 flag with voltage out of range, now resolved\n- Over (North), Nov 20',
      );
      expect(mail?.text).toContain('1 flag with voltage back in range\n- Gate (North), after ');
      expect([(await toldAt()).includes(null), await delayedUntil()]).toEqual([false, null]);
      for (const each of [open1!, open2!, open3!]) each.node.voltage = 42;
      await world.pass(3 * MINUTE);
      expect(await subjects()).toEqual([
        'Voltage in range again: A (North)',
        'Voltage in range again: B (North)',
        'Voltage in range again: C (North)',
      ]);
    });

    testOnce(
      'are reported in separate emails if only a few are waiting, even if they have ended',
      async () => {
        const until = await leave(0);
        const [over] = await world.addPoles(['Over']);
        pole.node.voltage = 30;
        await world.pass(10 * SECOND);
        await cycle(over!);
        await world.mails();
        await world.restart(until - world.harness.time.now);
        await world.pass(10 * SECOND);
        const [mail, ...more] = await world.mails();
        expect([mail?.subject, more]).toEqual([
          'Voltage out of range, now resolved: Over (North)',
          [],
        ]);
        expect(mail?.text).toMatch(/30\.0 V, below 40 V\.\n\nThe problem lasted \d+ sec/);
      },
    );

    testOnce(
      'reach every recipient in one email a day, even if there are more recipients than the limit allows',
      async () => {
        const used = { mailsPerCompany: 1 };
        world.mailsPerCompany = used.mailsPerCompany;
        await world.set({
          addresses: ['a', 'b', 'c', 'd', 'e', 'f'].map((it) => `${it}@example.test`),
        });
        const limits = async () => (await world.mails()).map(({ to, subject }) => [to, subject]);
        pole.node.voltage = 30;
        await world.pass(10 * SECOND);
        expect(await limits()).toHaveLength(7);
        pole.node.voltage = 42;
        await world.pass(3 * MINUTE);
        const [over] = await world.addPoles(['Over']);
        await cycle(over!);
        await world.pass(HOUR);
        expect(await limits()).toEqual([]);
        await world.restart(24 * HOUR);
        await world.pass(10 * SECOND);
        const mails = await world.mails();
        expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set([LIMIT]));
        expect(mails).toHaveLength(7);
        expect(mails[0]?.text).toContain(
          'with voltage out of range, now resolved\n- Over (North), Nov 20',
        );
        expect((await toldAt()).includes(null)).toBe(false);
      },
    );

    testOnce(
      'are listed in the last email of the day only for users who can see the location',
      async () => {
        await world.set({ roles: ['company_user', 'location_user'] });
        const { companyId, otherLocationId, locationUser } = world.company;
        const place = { companyId, locationId: otherLocationId };
        const other = await world.harness.as('location_user', place);
        await leave(0);
        pole.node.voltage = 30;
        await world.pass(10 * SECOND);
        const texts = new Map((await world.mails()).map(({ to, text }) => [to, text]));
        expect(texts.get(addressOf(locationUser))).toContain('Gate (North)');
        expect(texts.get(addressOf(other))).toMatch(/^Acme has reached its daily limit/);
        expect(texts.get(addressOf(other))).not.toContain('Gate');
      },
    );
  });

  testOnce('shows that nobody was notified of an alert that has no recipients', async () => {
    await world.set({ roles: ['location_user'] });
    const [elsewhere] = await world.addPoles(['Elsewhere'], {
      companyId: world.company.companyId,
      locationId: world.company.otherLocationId,
    });
    for (const each of [pole, elsewhere!]) each.node.voltage = 30;
    await world.pass(10 * SECOND);
    const alerts: { pole: { name: string }; toldAt: number | null }[] = await open();
    const notified = new Map(alerts.map(({ pole: { name }, toldAt }) => [name, toldAt]));
    expect(notified).toEqual(
      new Map([
        ['Elsewhere', null],
        ['Gate', expect.any(Number)],
      ]),
    );
    await subjects();
    for (const each of [pole, elsewhere!]) each.node.voltage = 42;
    await world.pass(3 * MINUTE);
    expect(await subjects()).not.toContain('Voltage in range again: Elsewhere (South)');
    expect(await open()).toEqual([]);
  });

  testOnce(
    'sends one email with a list if thousands of poles go offline',
    {
      timeout: 90_000,
    },
    async () => {
      // Fewer poles are enough to show any differences between the database engines.
      const length = isFull && engine === 'sqlite' ? 5000 : 1100;
      const text = length.toLocaleString('en-US');
      const names = Array.from({ length }, (_, i) => `Pole ${i + 1}`);
      const many = await world.addPoles(names);
      await world.pass(6 * SECOND);
      // The last reports of these poles are seconds apart, like those of real poles.
      for (const [i, each] of many.entries()) {
        each.isSilent = true;
        if (i % 500 === 499) await world.pass(SECOND);
      }
      await world.pass(15 * MINUTE + 10 * SECOND);
      const mails = await world.mails();
      expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
        [addressOf(world.company.companyUser), `${text} flags offline at Acme`],
      ]);
      expect(mails[0]?.text).toContain('- Pole 1 (North), since Nov 20, 2026, 6:00 AM CST\n');
      expect(mails[0]?.text).toContain(`- and ${(length - 500).toLocaleString('en-US')} more\n`);
      for (const each of many) each.isSilent = false;
      await world.pass(3 * MINUTE);
      expect(await subjects()).toEqual([`${text} flags back online at Acme`]);
    },
  );

  testOnce(
    'says in an email about an offline pole how many other poles at its location are offline too',
    async () => {
      const [another] = await world.addPoles(['Another']);
      await world.pass(SECOND);
      const neighbors = async () => (await open()).map((alert: Alert) => alert.neighbors);
      pole.isSilent = true;
      await world.pass(16 * MINUTE);
      expect(await neighbors()).toEqual([{ all: 1, offline: 0 }]);
      another!.isSilent = true;
      await world.pass(16 * MINUTE);
      expect(await neighbors()).toEqual([
        { all: 1, offline: 1 },
        { all: 1, offline: 1 },
      ]);
    },
  );

  test('sends each email exactly once, even after restarts', async () => {
    pole.node.voltage = 30;
    await world.pass(SECOND);
    expect(await subjects()).toEqual([]);
    await world.restart(30 * SECOND);
    await world.pass(10 * SECOND);
    expect(await subjects()).toEqual(['Voltage out of range: Gate (North)']);
    await world.restart(2 * HOUR);
    await world.pass(30 * MINUTE);
    expect(await subjects()).toEqual([]);
    await world.restart(2 * HOUR);
    pole.node.voltage = 42;
    await world.pass(3 * MINUTE);
    expect(await subjects()).toEqual(['Voltage in range again: Gate (North)']);
  });

  testOnce(
    'retries only emails that the mail server rejects temporarily, even after a restart',
    async () => {
      const [company, other] = [addressOf(world.company.companyUser), 'ops@example.test'];
      await world.set({ addresses: [other, 'gone@example.test'] });
      world.mailServer.refused.set(other, 451);
      world.mailServer.refused.set('gone@example.test', 550);
      pole.node.voltage = 30;
      await world.pass(10 * SECOND);
      expect((await world.mails()).map(({ to }) => to)).toEqual([company]);
      await world.restart(MINUTE);
      world.mailServer.refused.clear();
      await world.pass(MINUTE);
      expect((await world.mails()).map(({ to }) => to)).toEqual([other]);
      await world.pass(30 * MINUTE);
      expect(await subjects()).toEqual([]);
    },
  );

  testOnce(
    'shows an alert, and sends emails about it, only to users who may see the pole',
    async () => {
      await world.set({ roles: ['company_user', 'location_user'] });
      const stranger = await world.poleOf(world.company.otherFlagRowId);
      stranger.node.voltage = 30;
      await world.pass(10 * SECOND);
      const { companyUser, locationUser } = world.company;
      expect((await world.mails()).map(({ to }) => to)).toEqual([addressOf(companyUser)]);
      expect(
        [await open(companyUser), await open(locationUser)].map(({ length }) => length),
      ).toEqual([1, 0]);
      pole.node.voltage = 30;
      await world.pass(10 * SECOND);
      expect((await world.mails()).map(({ to }) => to)).toEqual(
        // The location also has a spare account with an email address.
        expect.arrayContaining([addressOf(companyUser), addressOf(locationUser)]),
      );
      const abroad = await world.harness.as('company_user', {
        companyId: (await world.master.call('POST', '/api/companies', FOREIGN)).json.id,
      });
      expect(await open(abroad)).toEqual([]);
    },
  );

  testOnce(
    'ends an alert without an email if its condition is turned off or its flag is deleted',
    async () => {
      pole.node.voltage = 30;
      await world.pass(10 * SECOND);
      await world.mails();
      await world.set({
        on: {
          offline: true,
          voltage: false,
          'not-confirmed': false,
          'movement-failed': true,
          'wrong-position': true,
        },
      });
      await world.pass(10 * SECOND);
      expect([await open(), await subjects()]).toEqual([[], []]);
      await world.set({
        on: {
          offline: true,
          voltage: true,
          'not-confirmed': false,
          'movement-failed': true,
          'wrong-position': true,
        },
      });
      await world.pass(10 * SECOND);
      expect(await open()).toHaveLength(1);
      const { status } = await world.master.call('DELETE', `/api/flags/${pole.id}`);
      await world.pass(10 * SECOND);
      expect([status, await open()]).toEqual([204, []]);
    },
  );

  test('lists ended alerts page by page, but only for users who may see the pole', async () => {
    const many = await world.addPoles(Array.from({ length: 60 }, (_, i) => `Pole ${i}`));
    for (const each of many) each.node.voltage = 30;
    await world.pass(10 * SECOND);
    for (const each of many) each.node.voltage = 42;
    await world.pass(3 * MINUTE);
    const page = async (by: Client, query = '') =>
      (await by.call('GET', `/api/alerts/ended${query}`)).json;
    const first = await page(world.company.companyUser);
    const second = await page(world.company.companyUser, `?before=${first.next}`);
    const seen = [...first.alerts, ...second.alerts].map(({ id }: { id: string }) => id);
    expect([new Set(seen).size, second.next]).toEqual([60, null]);
    const other = await world.harness.as('location_user', {
      companyId: world.company.companyId,
      locationId: world.company.otherLocationId,
    });
    expect((await page(other)).alerts).toEqual([]);
    const odd = await world.master.call('GET', '/api/alerts/ended?before=x');
    expect([odd.status, odd.text]).toEqual([
      400,
      'The value of "after" is invalid. Use "next" from the previous response.',
    ]);
  });
});

const FOREIGN = {
  name: 'Other',
  address1: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  phone: '5125550100',
};
