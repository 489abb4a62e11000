import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { bothEngines } from '../../../../testing/engines.ts';
import { createWorld } from '../../../../testing/world.ts';
import { report } from '../../testing/reports.ts';
import { mailAboutHalfStaff } from '../job.ts';
import {
  addressOf,
  createMailWorld,
  type MailWorld,
  SETTINGS,
  sunrise,
  sunset,
} from '../testing/mailWorld.ts';

const subjects = (mails: readonly Mail[]) => mails.map(({ subject }) => subject);
const LATER = { starts: sunrise('2026-12-09'), ends: sunset('2026-12-10') };

describe.each(bothEngines)('mails about changed orders on %s', (engine) => {
  let w: MailWorld;
  beforeEach(async () => {
    w = await createMailWorld(engine, '2026-12-02T10:00:00-06:00');
  });
  afterEach(() => w.close());

  test("an approved order that starts in some days is mailed once to the company's users", async () => {
    await w.approve(LATER);
    const mails = await w.round();
    expect(mails.map(({ to }) => to)).toEqual([addressOf(w.world.companyUser)]);
    expect(mails[0]?.subject).toBe(
      'Halyard: half-staff order approved, Death of a former President',
    );
    expect(
      mails[0]?.text,
    ).toBe(`Half-staff from Wednesday, December 9, 2026 at Acme: by order of the President, Death of a former President.

- 2 flags: Dec 9, 7:15 AM CST – Dec 10, 5:30 PM CST

Autopilot moves the 2 flags. Flags that are down stay down.

https://h.example/half-staff

To stop these mails, turn off “When an order is approved, amended or canceled” in your profile.
https://h.example/profile
`);
    expect(await w.round()).toEqual([]);
    w.at('2026-12-03T10:00:01-06:00');
    expect(await w.round()).toEqual([]);
  });

  test.each([
    ['today', { starts: { kind: 'immediately' } }, 'Halyard: half-staff today, Title'],
    ['tomorrow', { starts: sunrise('2026-12-03') }, 'Halyard: half-staff tomorrow, Title'],
  ])(
    'an approved order that starts %s is only in the mail before it begins',
    async (_, more, subject) => {
      await w.approve({ ...more, reason: 'Title' });
      const first = await w.own();
      w.at('2026-12-02T18:30:00-06:00');
      expect(subjects([...first, ...(await w.own())])).toEqual([subject]);
    },
  );

  test('a user who turned off the mail before half-staff begins gets the one about the approval', async () => {
    await w.want(w.world.companyUser, { begins: false });
    await w.approve({ reason: 'Title' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order approved, Title']);
    w.at('2026-12-02T18:30:00-06:00');
    expect(await w.own()).toEqual([]);
  });

  test.each([
    ['Guam, where that is tomorrow,', { city: 'Hagåtña', state: 'GU', zip: '96910' }, 0],
    ['Hawaii, where that is the day after,', { city: 'Honolulu', state: 'HI', zip: '96813' }, 1],
  ])(
    'an order approved for Dec 4 in %s is mailed now or the evening before',
    async (_, place, now) => {
      for (const id of [w.world.locationId, w.world.otherLocationId])
        await w.master.call('PATCH', `/api/locations/${id}`, place);
      // It is Dec 3, 2:00 AM in Guam, and Dec 2, 6:00 AM in Hawaii.
      await w.approve({ starts: sunrise('2026-12-04') });
      expect(await w.own()).toHaveLength(now);
      w.at(place.state === 'GU' ? '2026-12-03T18:00:00+10:00' : '2026-12-03T18:00:00-10:00');
      expect(subjects(await w.own())).toEqual([
        'Halyard: half-staff tomorrow, Death of a former President',
      ]);
    },
  );

  test('an amended order is mailed with what was and what is', async () => {
    const { id } = await w.approve(LATER);
    await w.round();
    await w.amend(id, { ends: sunset('2026-12-12'), reason: 'Death of two former Presidents' });
    const [mail, ...more] = await w.own();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Halyard: half-staff order amended, Death of two former Presidents');
    expect(
      mail?.text,
    ).toContain(`Amended at Acme: half-staff by order of the President, Death of two former Presidents.

- Reason: Death of two former Presidents (was Death of a former President)
- Ends: sunset, Dec 12, 2026 (was sunset, Dec 10, 2026)

It now applies as follows:
- 2 flags: Dec 9, 7:15 AM CST – Dec 12, 5:31 PM CST

Autopilot moves the 2 flags. Flags that are down stay down.
`);
    expect(await w.own()).toEqual([]);
  });

  test('three amendments between two rounds are one mail with the newest state', async () => {
    const { id } = await w.approve(LATER);
    await w.round();
    for (const date of ['2026-12-11', '2026-12-12', '2026-12-13'])
      await w.amend(id, { ends: sunset(date) });
    const mails = await w.own();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Ends: sunset, Dec 13, 2026 (was sunset, Dec 10, 2026)');
    await w.amend(id, { ends: sunset('2026-12-14') });
    expect((await w.own())[0]?.text).toContain('Dec 14, 2026 (was sunset, Dec 13, 2026)');
  });

  test('an order that is amended before the first mail about it is mailed as approved, in its newest state', async () => {
    const { id } = await w.approve(LATER);
    await w.amend(id, { reason: 'Title' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order approved, Title']);
    const today = await w.approve({ reason: 'Before' });
    await w.amend(today.id, { reason: 'After' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff today, After']);
  });

  test('an amendment that changes nothing that users see is not mailed', async () => {
    const { id } = await w.approve(LATER);
    await w.round();
    await w.amend(id, { sourceUrl: 'https://www.govinfo.gov/other' });
    expect(await w.own()).toEqual([]);
  });

  test('an amendment is mailed only to users whose poles it concerns, each with their own places', async () => {
    const other = await createWorld(w.harness, w.master);
    await w.master.call('PATCH', `/api/companies/${other.companyId}`, { autoHalfMast: true });
    const stranger = await createWorld(w.harness, w.master);
    await w.master.call('PATCH', `/api/companies/${stranger.companyId}`, { autoHalfMast: true });
    await w.master.call('PATCH', `/api/locations/${other.locationId}`, { name: 'Elsewhere' });
    const { locationId, otherLocationId } = w.world;
    const locations = (...locationIds: string[]) => ({ scope: { kind: 'locations', locationIds } });
    const { id } = await w.approve({ ...LATER, ...locations(locationId, otherLocationId) });
    await w.round();
    await w.amend(id, locations(locationId, other.locationId));
    const mails = await w.round();
    const to = (user: { id: string }) => mails.find((mail) => mail.to === addressOf(user));
    expect(mails).toHaveLength(2);
    expect(to(w.world.companyUser)?.subject).toContain('half-staff order amended');
    expect(to(w.world.companyUser)?.text).toContain('- No longer: Roof (South)');
    expect(to(w.world.companyUser)?.text).not.toContain('Elsewhere');
    // For this company, the order is new.
    expect(to(other.companyUser)?.subject).toContain('half-staff order approved');
    await w.amend(id, locations(other.locationId));
    const [last] = await w.own();
    expect(last?.text).toContain('It no longer applies to any of your flags.');
    expect(last?.text).not.toContain('Elsewhere');
    await w.amend(id, { reason: 'Only elsewhere' });
    expect((await w.round()).map((mail) => mail.to)).toEqual([addressOf(other.companyUser)]);
  });

  test('an order amended to begin now is one mail, with the poles that are not ready', async () => {
    const { id } = await w.approve(LATER);
    await w.round();
    await report(w.harness, w.world.flagRowId);
    await w.amend(id, { starts: { kind: 'immediately' } });
    const mails = await w.own();
    expect(subjects(mails)).toEqual([
      'Halyard: half-staff order amended, Death of a former President',
    ]);
    expect(mails[0]?.text).toContain('Starts: Immediately (was Sunrise, Dec 9, 2026)');
    expect(mails[0]?.text).toContain('Autopilot lowers 2 flags to half-staff now.');
    expect(mails[0]?.text).toContain('Not ready, please check:\n- Roof (South): offline\n');
    w.at('2026-12-02T18:30:00-06:00');
    expect(await w.own()).toEqual([]);
  });

  test('a user who wants no mails about changes is reminded of an order amended to begin now', async () => {
    await w.want(w.world.companyUser, { orders: false });
    const { id } = await w.approve(LATER);
    await w.round();
    await w.amend(id, { starts: { kind: 'immediately' } });
    expect(subjects(await w.own())).toEqual([
      'Halyard: half-staff today, Death of a former President',
    ]);
    await w.amend(id, { reason: 'Title' });
    expect(await w.own()).toEqual([]);
  });

  test('a canceled order is mailed with what the poles do now', async () => {
    const { id } = await w.approve({ reason: 'Title' });
    await w.round();
    w.at('2026-12-02T11:00:00-06:00');
    await report(w.harness, w.world.flagRowId);
    await w.cancel(id);
    const [mail, ...more] = await w.own();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Halyard: half-staff order canceled, Title');
    expect(mail?.text).toContain(`Canceled at Acme: half-staff by order of the President, Title.

Why: Entered twice

Autopilot raises 2 flags now. Flags that are down stay down.

Not ready, please check:
- Roof (South): offline
`);
  });

  test('a canceled order says which flags stay at half-staff for another order', async () => {
    const scope = { kind: 'locations', locationIds: [w.world.locationId] };
    await w.approve({ scope });
    const { id } = await w.approve({ reason: 'Title' });
    await w.round();
    w.at('2026-12-02T11:00:00-06:00');
    await w.cancel(id);
    const [mail] = await w.own();
    expect(mail?.text).toContain('Autopilot raises 1 flag now.');
    expect(mail?.text).toContain('1 flag stays at half-staff for another order or half-staff day.');
  });

  test('an order canceled before it began moves nothing, and one that nobody heard of is not mailed', async () => {
    const { id } = await w.approve(LATER);
    const { id: unknown } = await w.approve({ ...LATER, reason: 'Mistake' });
    await w.cancel(unknown);
    expect(subjects(await w.own())).toEqual([
      'Halyard: half-staff order approved, Death of a former President',
    ]);
    await w.cancel(id);
    const mails = await w.own();
    expect(subjects(mails)).toEqual([
      'Halyard: half-staff order canceled, Death of a former President',
    ]);
    expect(mails[0]?.text).toContain('No flag moves because of this.');
    w.at('2026-12-08T18:30:00-06:00');
    expect(await w.own()).toEqual([]);
  });

  test('changes older than 24 hours are not mailed', async () => {
    const { id } = await w.approve(LATER);
    w.at('2026-12-03T10:00:01-06:00');
    expect(await w.own()).toEqual([]);
    await w.amend(id, { reason: 'Title' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order amended, Title']);
  });

  test('two processes at the same time, and a restart, send each mail once', async () => {
    const { id } = await w.approve(LATER);
    // SQLite has only one process, whose rounds could still overlap.
    const db = engine === 'postgres' ? await w.harness.database.reopen() : w.harness.services.db;
    const services = { ...w.harness.services, db };
    const twice = () =>
      Promise.all([
        mailAboutHalfStaff(w.harness.services, SETTINGS),
        mailAboutHalfStaff(services, SETTINGS),
      ]);
    await twice();
    expect(subjects(await w.own())).toHaveLength(1);
    await w.amend(id, { reason: 'Title' });
    await twice();
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order amended, Title']);
    await mailAboutHalfStaff(services, SETTINGS);
    expect(await w.own()).toEqual([]);
  });

  test('a crash before the mail is stored leaves nothing behind, and the next round sends it', async () => {
    await w.approve(LATER);
    const { db } = w.harness.services;
    const crashing = {
      ...db,
      transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
        db.transaction<T>(async (trx) => {
          await work(trx);
          throw new Error('crashed');
        }),
    };
    await expect(
      mailAboutHalfStaff({ ...w.harness.services, db: crashing }, SETTINGS),
    ).rejects.toThrow('crashed');
    expect(subjects(await w.own())).toHaveLength(1);
  });

  test('a mail that was turned off is not sent later when it is turned on', async () => {
    await w.want(w.world.companyUser, { orders: false });
    const { id } = await w.approve(LATER);
    expect(await w.own()).toEqual([]);
    await w.want(w.world.companyUser, { orders: true });
    expect(await w.own()).toEqual([]);
    await w.amend(id, { reason: 'Title' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order amended, Title']);
  });

  test('mails wait for the daily budget', async () => {
    await w.approve(LATER);
    expect(await w.round({ ...SETTINGS, mailsPerCompany: 0 })).toEqual([]);
    expect(subjects(await w.own())).toHaveLength(1);
  });

  test('a user who moves to another company gets mails about its poles only', async () => {
    const other = await createWorld(w.harness, w.master);
    await w.master.call('PATCH', `/api/companies/${other.companyId}`, {
      autoHalfMast: true,
      name: 'Birch',
    });
    const both = { kind: 'companies', companyIds: [w.world.companyId, other.companyId] };
    const { id } = await w.approve({ ...LATER, scope: both });
    await w.round();
    await w.harness.services.db.queries
      .updateTable('users')
      .set({ company_id: other.companyId, location_id: other.locationId })
      .where('id', '=', w.world.companyUser.id)
      .execute();
    expect(await w.own()).toEqual([]);
    await w.amend(id, { reason: 'Title' });
    const mails = await w.own();
    expect(subjects(mails)).toEqual(['Halyard: half-staff order amended, Title']);
    expect(mails[0]?.text).toContain('Amended at Birch');
    expect(mails[0]?.text).not.toContain('Acme');
  });

  test('mails say if autopilot is off', async () => {
    const { id } = await w.approve({ reason: 'Title' });
    await w.round();
    w.harness.time.now += 60_000;
    await w.master.call('PUT', '/api/half-staff/engine', { isOn: false });
    await w.cancel(id);
    const [mail] = await w.own();
    expect(mail?.text).toContain(
      'Autopilot is off: nothing will move. Please move the flags manually.',
    );
  });
});
