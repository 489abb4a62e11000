import type { Order } from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { returnMails, takeMails } from '../../../../platform/mail/budget.ts';
import { engines } from '../../../../testing/engines.ts';
import type { Client } from '../../../../testing/harness.ts';
import { createWorld, ownOrder } from '../../../../testing/world.ts';
import {
  addressOf,
  createMailWorld,
  type MailWorld,
  SETTINGS,
  sunrise,
} from '../testing/mailWorld.ts';

const ORDERS = '/api/half-staff/orders';
const LATER = { reason: 'Title', starts: sunrise('2026-12-15') };

describe.each(engines)('emails about second approvals on %s', (engine) => {
  let w: MailWorld;
  let companyUser: Client;
  let other: Client;
  beforeEach(async () => {
    w = await createMailWorld(engine, '2026-12-02T10:00:00-06:00');
    companyUser = w.world.companyUser;
    other = await w.harness.as('master');
    await w.master.call('PATCH', `/api/companies/${w.world.companyId}`, { twoApprovals: true });
  });
  afterEach(() => w.close());

  const later = (hours: number) => {
    w.harness.time.now += hours * 3_600_000;
  };
  const mails = async () => (await w.round()).map(({ to, subject }) => [to, subject]).toSorted();
  const to = (clients: readonly Client[], subject: string) =>
    clients.map((client) => [addressOf(client), `Halyard: ${subject}: Title`]).toSorted();
  const second = async (id: string, by: Client) => {
    const { version, revision }: Order = (await w.master.call('GET', `${ORDERS}/${id}`)).json;
    const body = { version, revision, companyIds: [w.world.companyId] };
    expect((await by.call('POST', `${ORDERS}/${id}/second-approval`, body)).status).toBe(200);
  };

  test("are sent to the company's users immediately, and a day later also to masters who have not approved the order", async () => {
    const { id } = await w.approve(LATER);
    const [mail, ...more] = (await w.round()).filter(({ subject }) => !subject.includes('draft'));
    expect(more).toEqual([]);
    expect(mail?.to).toBe(addressOf(companyUser));
    expect(mail?.text).toMatch(
      /^A half-staff order issued by the President needs a second approval: Title\.\n\n- Starts: Sunrise, Dec 15, 2026\n- Ends: open-ended\n- Approved by master-\w+, Dec 2, 2026, 4:00 PM UTC\n\nWaiting for a second approval from:\n- Acme: 2 flags\n\nThe order does not apply to these flags until someone else approves it\.\n\nhttps:\/\/h\.example\/half-staff\n\nTo stop these emails, turn off “Orders waiting for approval” in your profile\.\nhttps:\/\/h\.example\/profile\n$/,
    );
    later(23);
    expect(await mails()).toEqual([]);
    later(1);
    expect(await mails()).toEqual(to([companyUser, other], 'second approval still needed'));
    later(1);
    expect(await mails()).toEqual([]);
    await second(id, companyUser);
    expect(await mails()).toEqual(to([companyUser], 'half-staff order approved'));
    expect(await mails()).toEqual([]);
  });

  test('go to masters immediately if no user of the company can approve', async () => {
    const own = ownOrder(w.world.companyId, { ...LATER, ends: { kind: 'open' } });
    const { id, revision } = (await companyUser.call('POST', ORDERS, own)).json;
    await companyUser.call('POST', `${ORDERS}/${id}/approve`, { revision });
    expect(await mails()).toEqual(to([w.master, other], 'second approval needed'));
  });

  test('say that an amendment needs approval, and call the order amended only after that approval', async () => {
    const { id } = await w.approve(LATER);
    await second(id, companyUser);
    await w.round();
    await w.amend(id, { starts: sunrise('2026-12-16') });
    const waiting = await w.round();
    expect(waiting.map(({ subject }) => subject)).toEqual([
      'Halyard: second approval needed: Title',
    ]);
    expect(waiting[0]?.text).toMatch(/\n- Starts: Sunrise, Dec 16, 2026\n.*\n- Amended by master-/);
    expect(waiting[0]?.text).toContain(
      '\nThe change does not apply to these flags until someone else approves it.\n',
    );
    later(30);
    await w.round();
    await second(id, other);
    const [amended, ...more] = await w.own();
    expect(more).toEqual([]);
    expect(amended?.subject).toBe('Halyard: half-staff order amended: Title');
    expect(amended?.text).toContain('Dec 16, 2026');
  });

  test('are not sent to users who have turned these emails off', async () => {
    await w.want(companyUser, { drafts: false });
    await w.approve(LATER);
    expect((await mails()).filter(([, subject]) => subject?.includes('second'))).toEqual([]);
  });

  test('are not sent about orders that are canceled, or that would end before they take effect', async () => {
    const { id } = await w.approve(LATER);
    await w.cancel(id);
    const until = { kind: 'sunset', date: '2026-12-02' };
    await w.approve({ ...LATER, starts: sunrise('2026-12-02'), ends: until });
    w.at('2026-12-02T21:00:00-06:00');
    expect(await mails()).toEqual([]);
  });

  test('are not sent to a company that does not follow orders', async () => {
    const url = `/api/companies/${w.world.companyId}`;
    await w.master.call('PATCH', url, { autoHalfMast: false });
    await w.approve(LATER);
    later(24);
    expect(await mails()).toEqual([]);
  });
  test('are delayed only for companies that have used up their daily email limit', async () => {
    const { services } = w.harness;
    const next = await createWorld(w.harness, w.master);
    const setUp = { name: 'Zenith', autoHalfMast: true, twoApprovals: true };
    await w.master.call('PATCH', `/api/companies/${next.companyId}`, setUp);
    const most = 5 * SETTINGS.mailsPerCompany;
    const { companyId } = w.world;
    await takeMails(services.db.queries, SETTINGS, 'alert', companyId, most, services.clock());
    await w.approve(LATER);
    expect(await mails()).toEqual(to([next.companyUser], 'second approval needed'));
    later(10);
    expect(await mails()).toEqual([]);
    await returnMails(services.db, 'alert', companyId, most);
    expect(await mails()).toEqual(to([companyUser], 'second approval needed'));
  });
});
