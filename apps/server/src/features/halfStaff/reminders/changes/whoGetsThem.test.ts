import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { engines } from '../../../../testing/engines.ts';
import { createWorld } from '../../../../testing/world.ts';
import { report } from '../../testing/reports.ts';
import {
  addressOf,
  createMailWorld,
  type MailWorld,
  sunrise,
  sunset,
} from '../testing/mailWorld.ts';

const subjects = (mails: readonly Mail[]) => mails.map(({ subject }) => subject);
const LATER = { starts: sunrise('2026-12-09'), ends: sunset('2026-12-10') };

describe.each(engines)('recipients of emails about changed orders on %s', (engine) => {
  let w: MailWorld;
  beforeEach(async () => {
    w = await createMailWorld(engine, '2026-12-02T10:00:00-06:00');
  });
  afterEach(() => w.close());

  test.each([
    ['today', { starts: { kind: 'immediately' } }, 'Halyard: half-staff today: Title'],
    ['tomorrow', { starts: sunrise('2026-12-03') }, 'Halyard: half-staff tomorrow: Title'],
  ])(
    'get only one email, about the start, if an order that starts %s is approved',
    async (_, more, subject) => {
      await w.approve({ ...more, reason: 'Title' });
      const first = await w.own();
      w.at('2026-12-02T18:30:00-06:00');
      expect(subjects([...first, ...(await w.own())])).toEqual([subject]);
    },
  );

  test('get an email about the approval of an order even if they have turned off emails about the start of orders', async () => {
    await w.want(w.world.companyUser, { begins: false });
    await w.approve({ reason: 'Title' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order approved: Title']);
    w.at('2026-12-02T18:30:00-06:00');
    expect(await w.own()).toEqual([]);
  });

  test.each([
    [
      'in Guam immediately, because Dec 4 is tomorrow there',
      { city: 'Hagåtña', state: 'GU', zip: '96910' },
      0,
    ],
    [
      'in Hawaii the evening before, because Dec 4 is the day after tomorrow there',
      { city: 'Honolulu', state: 'HI', zip: '96813' },
      1,
    ],
  ])('get an email about an order for Dec 4 at the right local time: %s', async (_, place, now) => {
    for (const id of [w.world.locationId, w.world.otherLocationId])
      await w.master.call('PATCH', `/api/locations/${id}`, place);
    // It is Dec 3, 2:00 AM in Guam, and Dec 2, 6:00 AM in Hawaii.
    await w.approve({ starts: sunrise('2026-12-04') });
    expect(await w.own()).toHaveLength(now);
    w.at(place.state === 'GU' ? '2026-12-03T18:00:00+10:00' : '2026-12-03T18:00:00-10:00');
    expect(subjects(await w.own())).toEqual([
      'Halyard: half-staff tomorrow: Death of a former President',
    ]);
  });

  test("are the users with affected poles, and each email names only its recipient's own locations", async () => {
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
    expect(to(w.world.companyUser)?.text).toContain('- Removed: Roof (South)');
    expect(to(w.world.companyUser)?.text).not.toContain('Elsewhere');
    // The order is new for this company.
    expect(to(other.companyUser)?.subject).toContain('half-staff order approved');
    await w.amend(id, locations(other.locationId));
    const [last] = await w.own();
    expect(last?.text).toContain('The order no longer applies to any of your flags.');
    expect(last?.text).not.toContain('Elsewhere');
    await w.amend(id, { reason: 'Only elsewhere' });
    expect((await w.round()).map((mail) => mail.to)).toEqual([addressOf(other.companyUser)]);
  });

  test('get one email, which lists the poles that are not ready, if an order is amended to begin now', async () => {
    const { id } = await w.approve(LATER);
    await w.round();
    await report(w.harness, w.world.flagRowId);
    await w.amend(id, { starts: { kind: 'immediately' } });
    const mails = await w.own();
    expect(subjects(mails)).toEqual([
      'Halyard: half-staff order amended: Death of a former President',
    ]);
    expect(mails[0]?.text).toContain('Starts: Immediately (was Sunrise, Dec 9, 2026)');
    expect(mails[0]?.text).toContain('Autopilot is lowering 2 flags to half-staff.');
    expect(mails[0]?.text).toContain(
      'These flags are not ready. Please check them:\n- Roof (South): offline\n',
    );
    w.at('2026-12-02T18:30:00-06:00');
    expect(await w.own()).toEqual([]);
  });

  test('get a reminder if an order is amended to begin now, even if they have turned off emails about changes', async () => {
    await w.want(w.world.companyUser, { orders: false });
    const { id } = await w.approve(LATER);
    await w.round();
    w.at('2026-12-04T10:00:00-06:00');
    await w.amend(id, { starts: { kind: 'immediately' } });
    expect(subjects(await w.own())).toEqual([
      'Halyard: half-staff today: Death of a former President',
    ]);
    await w.amend(id, { reason: 'Title' });
    expect(await w.own()).toEqual([]);
  });

  test('get no email about the start of an order that began before their accounts were created, even if it is amended', async () => {
    const { id } = await w.approve({ reason: 'Before' });
    await w.round();
    w.at('2026-12-04T10:00:00-06:00');
    const { companyId } = w.world;
    const newcomer = await w.harness.as('company_user', { companyId });
    await w.want(newcomer, { orders: false });
    await w.amend(id, { reason: 'After' });
    const mails = await w.round();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [addressOf(w.world.companyUser), 'Halyard: half-staff order amended: After'],
    ]);
  });
});
