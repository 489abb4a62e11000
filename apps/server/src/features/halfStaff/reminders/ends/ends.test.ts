import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { engines } from '../../../../testing/engines.ts';
import { createMailWorld, type MailWorld, sunrise, sunset } from '../testing/mailWorld.ts';

const subjects = (mails: readonly Mail[]) => mails.map(({ subject }) => subject);
const ENDS = 'Halyard: half-staff ends today at Acme';

describe.each(engines)('emails about the end of half-staff on %s', (engine) => {
  let w: MailWorld;
  beforeEach(async () => {
    w = await createMailWorld(engine, '2026-11-29T10:00:00-06:00');
  });
  afterEach(() => w.close());

  /** Moves both locations to the same place. */
  const moveTo = async (place: object) => {
    for (const id of [w.world.locationId, w.world.otherLocationId])
      expect((await w.master.call('PATCH', `/api/locations/${id}`, place)).status).toBe(200);
  };

  test('are sent once, on the morning of the last day, and say when the flags go up', async () => {
    await w.approve({ starts: sunrise('2026-12-01'), ends: sunset('2026-12-03'), reason: 'Title' });
    for (const day of ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02']) {
      w.at(`${day}T23:00:00-06:00`);
      expect(subjects(await w.own())).not.toContain(ENDS);
    }
    w.at('2026-12-03T05:59:00-06:00');
    expect(await w.own()).toEqual([]);
    w.at('2026-12-03T06:00:00-06:00');
    const [mail, ...more] = await w.own();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(ENDS);
    expect(mail?.text).toBe(`Half-staff ends today at Acme.

Title:
- 2 flags: until 5:30 PM CST

Autopilot will then raise the 2 flags. Flags that are down won’t move.

These flags are not ready. Please check them:
- Gate (North): offline
- Roof (South): offline

Offline: check the pole’s power and network. While the pole is offline, move its flag manually.

https://h.example/half-staff

To stop these emails, turn off “When half-staff ends” in your profile.
https://h.example/profile
`);
    w.at('2026-12-03T12:00:00-06:00');
    expect(await w.own()).toEqual([]);
  });

  test('are not sent if half-staff lasts one day, has no end yet, or is already over', async () => {
    await w.approve({ starts: sunrise('2026-12-03'), ends: sunset('2026-12-03') });
    await w.approve({ starts: sunrise('2026-12-01') });
    w.at('2026-12-03T08:00:00-06:00');
    expect(await w.own()).toEqual([]);
    await w.approve({
      starts: { kind: 'immediately' },
      ends: sunset('2026-12-05'),
      reason: 'Late',
    });
    w.at('2026-12-05T18:00:00-06:00');
    expect(subjects(await w.own())).not.toContain(ENDS);
  });

  test('leave out flags that stay at half-staff because of another order', async () => {
    const scope = { kind: 'locations', locationIds: [w.world.locationId] };
    const period = { starts: sunrise('2026-12-01'), ends: sunset('2026-12-03') };
    await w.approve({ ...period, reason: 'Title' });
    const longer = await w.approve({ ...period, scope, ends: sunset('2026-12-09') });
    w.at('2026-12-03T06:30:00-06:00');
    expect((await w.own())[0]?.text).toContain('- 1 flag: until 5:30 PM CST');
    await w.amend(longer.id, { scope: { kind: 'all' } });
    await w.approve({ ...period, reason: 'Within' });
    w.at('2026-12-03T07:00:00-06:00');
    expect(subjects(await w.own())).not.toContain(ENDS);
  });

  test('are combined into one email if several orders end on the same day', async () => {
    await w.approve({ starts: sunrise('2026-12-01'), ends: sunset('2026-12-03'), reason: 'First' });
    await w.approve({
      starts: sunrise('2026-12-02'),
      ends: sunset('2026-12-03'),
      reason: 'Second',
    });
    w.at('2026-12-03T06:30:00-06:00');
    const mails = await w.own();
    expect(subjects(mails)).toEqual([ENDS]);
    expect(mails[0]?.text).toMatch(/(First|Second):\n- 2 flags.*\n\n(First|Second):\n- 2 flags/);
  });

  test('are sent again if an amendment moves the end to a later day', async () => {
    const { id } = await w.approve({ starts: sunrise('2026-12-01'), ends: sunset('2026-12-03') });
    w.at('2026-12-03T06:30:00-06:00');
    expect(subjects(await w.own())).toEqual([ENDS]);
    await w.amend(id, { ends: sunset('2026-12-05') });
    expect(subjects(await w.own())).toEqual([
      'Halyard: half-staff order amended: Death of a former President',
    ]);
    w.at('2026-12-05T06:30:00-06:00');
    expect(subjects(await w.own())).toEqual([ENDS]);
  });

  test('are not sent separately if the email about an amendment already says that half-staff ends today', async () => {
    const { id } = await w.approve({ starts: sunrise('2026-12-01'), ends: sunset('2026-12-09') });
    w.at('2026-12-03T10:00:00-06:00');
    await w.round();
    await w.amend(id, { ends: sunset('2026-12-03') });
    expect(subjects(await w.own())).toEqual([
      'Halyard: half-staff order amended: Death of a former President',
    ]);
    w.at('2026-12-03T11:00:00-06:00');
    expect(await w.own()).toEqual([]);
  });

  test('are sent after midnight if half-staff ends before morning', async () => {
    const ends = { kind: 'time', date: '2026-12-03', time: '05:00' };
    await w.approve({ starts: sunrise('2026-12-01'), ends });
    w.at('2026-12-03T00:01:00-06:00');
    const [mail] = await w.own();
    expect(mail?.text).toContain('- 2 flags: until 5:00 AM CST');
  });

  test('are sent the day before if half-staff ends at midnight', async () => {
    const ends = { kind: 'time', date: '2026-12-04', time: '00:00' };
    await w.approve({ starts: sunrise('2026-12-01'), ends });
    w.at('2026-12-03T06:00:00-06:00');
    expect((await w.own())[0]?.text).toContain('until Dec 4, 12:00 AM CST');
  });

  test('are sent in the morning in Hawaii', async () => {
    await moveTo({ city: 'Honolulu', state: 'HI', zip: '96813' });
    await w.approve({ starts: sunrise('2026-12-01'), ends: sunset('2026-12-03') });
    w.at('2026-12-03T05:59:00-10:00');
    expect(await w.own()).toEqual([]);
    w.at('2026-12-03T06:00:00-10:00');
    expect((await w.own())[0]?.text).toContain('- 2 flags: until 5:48 PM HST');
  });

  test('are sent in the morning, Guam time, for poles in Guam', async () => {
    await moveTo({ city: 'Hagåtña', state: 'GU', zip: '96910' });
    await w.approve({ starts: sunrise('2026-12-01'), ends: sunset('2026-12-03') });
    w.at('2026-12-03T05:59:00+10:00');
    expect(subjects(await w.own())).not.toContain(ENDS);
    w.at('2026-12-03T06:00:00+10:00');
    expect((await w.own())[0]?.text).toContain('- 2 flags: until 5:52 PM GMT+10');
  });

  test('treat a day with 25 hours as one day, and give the end in standard time', async () => {
    await w.close();
    w = await createMailWorld(engine, '2027-11-04T10:00:00-05:00');
    // Clocks are set back on Nov 7, 2027, at 2:00 AM.
    const { id } = await w.approve({
      starts: { kind: 'time', date: '2027-11-07', time: '00:00' },
      ends: { kind: 'time', date: '2027-11-08', time: '00:00' },
    });
    w.at('2027-11-07T06:30:00-06:00');
    expect(await w.own()).toEqual([]);
    w.at('2027-11-05T10:00:00-05:00');
    await w.cancel(id);
    await w.approve({ starts: sunrise('2027-11-06'), ends: sunset('2027-11-07') });
    w.at('2027-11-07T05:59:00-06:00');
    expect(await w.own()).toEqual([]);
    w.at('2027-11-07T06:00:00-06:00');
    expect((await w.own())[0]?.text).toContain('- 2 flags: until 5:39 PM CST');
  });

  test('are never sent if they were due while the user had them turned off', async () => {
    await w.approve({ starts: sunrise('2026-12-01'), ends: sunset('2026-12-03') });
    await w.want(w.world.companyUser, { ends: false });
    w.at('2026-12-03T06:30:00-06:00');
    expect(await w.own()).toEqual([]);
    await w.want(w.world.companyUser, { ends: true });
    expect(await w.own()).toEqual([]);
  });

  test('say that flags with a daily rule follow that rule again', async () => {
    await moveTo({ dailyRule: 'sunrise-sunset' });
    await w.approve({ starts: sunrise('2026-12-01'), ends: sunset('2026-12-03') });
    w.at('2026-12-03T06:30:00-06:00');
    expect((await w.own())[0]?.text).toContain(
      'Flags with a daily rule will then follow that rule again.',
    );
  });
});
