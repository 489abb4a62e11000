import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { engines } from '../../../../testing/engines.ts';
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

describe.each(engines)('emails about changed orders on %s', (engine) => {
  let w: MailWorld;
  beforeEach(async () => {
    w = await createMailWorld(engine, '2026-12-02T10:00:00-06:00');
  });
  afterEach(() => w.close());

  test("are sent once to the company's users when an order that starts in a few days is approved", async () => {
    await w.approve(LATER);
    const mails = await w.round();
    expect(mails.map(({ to }) => to)).toEqual([addressOf(w.world.companyUser)]);
    expect(mails[0]?.subject).toBe(
      'Halyard: half-staff order approved: Death of a former President',
    );
    expect(
      mails[0]?.text,
    ).toBe(`Half-staff at Acme from Wednesday, December 9, 2026: Death of a former President, by order of the President.

- 2 flags: Dec 9, 7:15 AM CST – Dec 10, 5:30 PM CST

Autopilot will move the 2 flags. Flags that are down won’t move.

https://h.example/half-staff

To stop these emails, turn off “When an order is approved, amended or canceled” in your profile.
https://h.example/profile
`);
    expect(await w.round()).toEqual([]);
    w.at('2026-12-03T10:00:01-06:00');
    expect(await w.round()).toEqual([]);
  });

  test("show an amended order's old and new content", async () => {
    const { id } = await w.approve(LATER);
    await w.round();
    await w.amend(id, { ends: sunset('2026-12-12'), reason: 'Death of two former Presidents' });
    const [mail, ...more] = await w.own();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Halyard: half-staff order amended: Death of two former Presidents');
    expect(
      mail?.text,
    ).toContain(`Half-staff order amended for Acme: Death of two former Presidents, issued by the President.

- Reason: Death of two former Presidents (was Death of a former President)
- Ends: sunset, Dec 12, 2026 (was sunset, Dec 10, 2026)

The order now applies as follows:
- 2 flags: Dec 9, 7:15 AM CST – Dec 12, 5:31 PM CST

Autopilot will move the 2 flags. Flags that are down won’t move.
`);
    expect(await w.own()).toEqual([]);
  });

  test('are combined into one email if an order is amended three times, and show the latest content', async () => {
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

  test("announce an order's approval with its latest content if the order was amended before the first email", async () => {
    const { id } = await w.approve(LATER);
    await w.amend(id, { reason: 'Title' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order approved: Title']);
    const today = await w.approve({ reason: 'Before' });
    await w.amend(today.id, { reason: 'After' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff today: After']);
  });

  test('are not sent for an amendment that changes nothing that users can see', async () => {
    const { id } = await w.approve(LATER);
    await w.round();
    await w.amend(id, { sourceUrl: 'https://www.govinfo.gov/other' });
    expect(await w.own()).toEqual([]);
  });

  test('say what happens to the poles when an order is canceled', async () => {
    const { id } = await w.approve({ reason: 'Title' });
    await w.round();
    w.at('2026-12-02T11:00:00-06:00');
    await report(w.harness, w.world.flagRowId);
    await w.cancel(id);
    const [mail, ...more] = await w.own();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Halyard: half-staff order canceled: Title');
    expect(
      mail?.text,
    ).toContain(`Half-staff order canceled for Acme: Title, issued by the President.

Why: Entered twice

Autopilot is raising 2 flags. Flags that are down won’t move.

These flags are not ready. Please check them:
- Roof (South): offline
`);
  });

  test('list the flags that stay at half-staff because of another order', async () => {
    const scope = { kind: 'locations', locationIds: [w.world.locationId] };
    await w.approve({ scope });
    const { id } = await w.approve({ reason: 'Title' });
    await w.round();
    w.at('2026-12-02T11:00:00-06:00');
    await w.cancel(id);
    const [mail] = await w.own();
    expect(mail?.text).toContain('Autopilot is raising 1 flag.');
    expect(mail?.text).toContain(
      '1 flag stays at half-staff because of another order or half-staff day.',
    );
  });

  test('announce the cancellation of an order that has not begun, and say that no pole moves', async () => {
    const { id } = await w.approve(LATER);
    const { id: unknown } = await w.approve({ ...LATER, reason: 'Mistake' });
    await w.cancel(unknown);
    expect(subjects(await w.own())).toEqual([
      'Halyard: half-staff order approved: Death of a former President',
    ]);
    await w.cancel(id);
    const mails = await w.own();
    expect(subjects(mails)).toEqual([
      'Halyard: half-staff order canceled: Death of a former President',
    ]);
    expect(mails[0]?.text).toContain('This change won’t move any flags.');
    w.at('2026-12-08T18:30:00-06:00');
    expect(await w.own()).toEqual([]);
  });

  test('say that no pole moves while autopilot is off', async () => {
    const { id } = await w.approve({ reason: 'Title' });
    await w.round();
    w.harness.time.now += 60_000;
    await w.master.call('PUT', '/api/half-staff/engine', { isOn: false });
    await w.cancel(id);
    const [mail] = await w.own();
    expect(mail?.text).toContain(
      'Autopilot is off, so nothing will move. Please move the flags manually.',
    );
  });
});
