import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../../testing/engines.ts';
import type { Client } from '../../../../testing/harness.ts';
import { ownOrder } from '../../../../testing/world.ts';
import {
  addressOf,
  createMailWorld,
  type MailWorld,
  SETTINGS,
  sunrise,
} from '../testing/mailWorld.ts';

const ORDERS = '/api/half-staff/orders';

describe.each(engines)('emails about drafts on %s', (engine) => {
  let w: MailWorld;
  let other: Client;
  beforeEach(async () => {
    w = await createMailWorld(engine, '2026-12-02T10:00:00-06:00');
    other = await w.harness.as('master');
  });
  afterEach(() => w.close());

  const later = (hours: number) => {
    w.harness.time.now += hours * 3_600_000;
  };
  const mails = async (settings = SETTINGS) =>
    (await w.round(settings)).map(({ to, subject }) => [to, subject]);
  const waiting = (to: Client, word = 'draft waiting') => [
    addressOf(to),
    `Halyard: ${word} for approval: Title`,
  ];
  const LATER = { reason: 'Title', starts: sunrise('2026-12-09') };

  test('go to all masters except the author immediately, and again a day later', async () => {
    await w.draft(LATER);
    const [mail, ...more] = await w.round();
    expect(more).toEqual([]);
    expect(mail?.to).toBe(addressOf(other));
    expect(mail?.text).toMatch(
      /^A half-staff order issued by the President is waiting for approval: Title\.\n\n- Starts: Sunrise, Dec 9, 2026\n- Ends: open-ended\n- Created by master-\w+, Dec 2, 2026, 4:00 PM UTC\n\nNo poles will move until someone approves the draft\.\n\nhttps:\/\/h\.example\/half-staff\n\nTo stop these emails, turn off “Orders waiting for approval” in your profile\.\nhttps:\/\/h\.example\/profile\n$/,
    );
    for (const hours of [1, 10, 12]) {
      later(hours);
      expect(await mails()).toEqual([]);
    }
    later(1);
    expect(await mails()).toEqual([waiting(other, 'draft still waiting')]);
    later(20);
    expect(await mails()).toEqual([]);
  });

  test('are not sent about a draft that has since been approved, deleted or edited', async () => {
    const { id } = await w.draft(LATER);
    await mails();
    await w.master.call('PATCH', `${ORDERS}/${id}`, { revision: 1, ...LATER, kind: 'full' });
    expect(await mails()).toEqual([]);
    await w.master.call('DELETE', `${ORDERS}/${id}`);
    await w.approve(LATER);
    later(24);
    expect((await mails()).filter(([, subject]) => subject?.includes('draft'))).toEqual([]);
  });

  test('are not sent immediately if the draft is more than half a day old', async () => {
    await w.draft(LATER);
    later(23);
    expect(await mails()).toEqual([]);
    later(1);
    expect(await mails()).toEqual([waiting(other, 'draft still waiting')]);
    later(25);
    expect(await mails()).toEqual([]);
  });

  test('reach masters only a day after a company creates a draft, and name the company', async () => {
    const own = ownOrder(w.world.companyId, { ...LATER, ends: { kind: 'open' } });
    expect((await w.world.companyUser.call('POST', ORDERS, own)).status).toBe(201);
    expect(await mails()).toEqual([]);
    later(24);
    const [mail, ...more] = await w.round();
    expect([mail, ...more].map((each) => each?.to).toSorted()).toEqual(
      [other, w.master].map(addressOf).toSorted(),
    );
    expect(mail?.text).toMatch(/- Created by company_user-\w+ \(Acme\), /);
  });

  test('are not sent to a master who has turned them off, is suspended, or has no email address', async () => {
    const [suspended, silent] = [await w.harness.as('master'), await w.harness.as('master')];
    const { queries } = w.harness.services.db;
    const change = (user: Client, values: object) =>
      queries.updateTable('users').set(values).where('id', '=', user.id).execute();
    await change(suspended, { suspended_at: 1 });
    await change(silent, { email: '' });
    await w.want(other, { drafts: false });
    await w.draft(LATER);
    expect(await mails()).toEqual([]);
    await w.want(other, { drafts: true });
    expect(await mails()).toEqual([]);
    later(24);
    expect(await mails()).toEqual([waiting(other, 'draft still waiting')]);
  });

  test('wait until the daily email limit allows them', async () => {
    await w.draft(LATER);
    expect(await mails({ ...SETTINGS, mailsPerCompany: 0 })).toEqual([]);
    expect(await mails()).toEqual([waiting(other)]);
  });
});
