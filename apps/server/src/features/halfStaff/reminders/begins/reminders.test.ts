import { choiceOf, type FollowsChoice } from '@halyard/domain';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Mailer } from '../../../../platform/mail/mailer.ts';
import { deliverMails } from '../../../../platform/mail/queue.ts';
import { smtpMailer } from '../../../../platform/mail/smtp.ts';
import { engines } from '../../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../../testing/harness.ts';
import { type MailServer, startMailServer } from '../../../../testing/mailServer.ts';
import { runJob } from '../../../../testing/runJob.ts';
import { createWorld, orderBody, type World } from '../../../../testing/world.ts';
import type { Services } from '../../../calls/context.ts';
import { setEngineState } from '../../autopilot/engineState.ts';
import { PoleIndex } from '../../poles/poleIndex.ts';
import { report } from '../../testing/reports.ts';
import { notifyAboutHalfStaff, reminderJob } from '../job.ts';
import { DueCompanies } from '../sending/dueCompanies.ts';

const SETTINGS = { productName: 'Halyard', publicUrl: 'https://h.example', mailsPerCompany: 1000 };

describe.each(engines)('half-staff reminders on %s', (engine) => {
  let mailServer: MailServer;
  let mailer: Mailer;
  let harness: Harness;
  let index: PoleIndex;
  let memory: DueCompanies;
  let master: Client;
  let world: World;
  beforeAll(async () => {
    mailServer = await startMailServer();
    mailer = smtpMailer(mailServer.url, 'Halyard <halyard@example.test>');
  });
  afterAll(async () => {
    mailer.close();
    await mailServer.close();
  });
  beforeEach(async () => {
    mailServer.mails.length = 0;
    mailServer.refused.clear();
    harness = await createHarness({ engine, mailer });
    harness.time.now = Date.parse('2026-12-01T12:00:00Z');
    index = new PoleIndex(harness.services.db);
    memory = new DueCompanies(index);
    master = await harness.as('master');
    world = await createWorld(harness, master);
    await master.call('PATCH', `/api/companies/${world.companyId}`, { autoHalfMast: true });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await harness.close();
  });

  /**
   * Runs the reminder job once and sends its emails. With the default settings and services, the
   * job remembers its earlier runs. Otherwise, it starts from scratch.
   */
  const remind = async (settings = SETTINGS, services: Services = harness.services) => {
    const isOther = services !== harness.services || settings !== SETTINGS;
    const poles = isOther ? new PoleIndex(services.db) : index;
    const known = isOther ? new DueCompanies(poles) : memory;
    await notifyAboutHalfStaff(services, settings, poles, known);
    await deliverMails(services, () => false);
  };
  const at = (moment: string) => {
    harness.time.now = Date.parse(moment);
  };
  const recipients = () => mailServer.mails.flatMap(({ to }) => to);
  const addressOf = ({ id }: Client) => `${id}@example.test`;
  const texts = async () => {
    const mails = await Promise.all(mailServer.mails.map(({ raw }) => PostalMime.parse(raw)));
    return mails.map(({ subject, text = '' }) => ({ subject, text: text.trim() }));
  };
  const ORDERS = '/api/half-staff/orders';
  const approve = async (more: object): Promise<string> => {
    const { id } = (await master.call('POST', ORDERS, orderBody(more))).json;
    const answer = await master.call('POST', `${ORDERS}/${id}/approve`, { revision: 1 });
    expect(answer.status).toBe(200);
    return id;
  };

  test("are emailed to a company's users once, on the evening before, and list the poles that are not ready", async () => {
    // In Denver it is still earlier. The email goes out when it is 6:00 PM in the first of the
    // company's time zones.
    await master.call('PATCH', `/api/locations/${world.otherLocationId}`, {
      timeZone: 'America/Denver',
    });
    await harness.services.db.transaction((trx) =>
      setEngineState(trx, { isOn: true, by: 'ann', at: 0 }),
    );
    const stranger = await createWorld(harness, master);
    at('2026-12-06T17:59:00-06:00');
    await remind();
    expect(recipients()).toEqual([]);
    at('2026-12-06T18:00:00-06:00');
    await report(harness, world.flagRowId);
    await remind();
    await remind();
    at('2026-12-06T19:00:00-06:00');
    await remind();
    // Start a new process on the same data.
    await remind(SETTINGS, { ...harness.services, db: await harness.database.reopen() });
    expect(recipients()).toEqual([addressOf(world.companyUser)]);
    expect(recipients()).not.toContain(addressOf(stranger.companyUser));
    const [mail] = await texts();
    expect(mail?.subject).toBe(
      'Halyard: half-staff tomorrow: National Pearl Harbor Remembrance Day',
    );
    expect(
      mail?.text,
    ).toBe(`Half-staff starts tomorrow, Monday, December 7, 2026, at Acme: National Pearl Harbor Remembrance Day.

- 1 flag: 7:14 AM–5:30 PM CST
- 1 flag: 6:14 AM–4:30 PM MST

Autopilot will move the 2 flags. Flags that are down won’t move.

These flags are not ready. Please check them:
- Roof (South): offline

Offline: check the pole’s power and network. While the pole is offline, move its flag manually.

https://h.example/half-staff

To stop these emails, turn off “Before half-staff begins” in your profile.
https://h.example/profile`);
  });

  test("list only the days and orders that the company's poles follow", async () => {
    const all = choiceOf(null);
    const follow = (follows: FollowsChoice, locationId: string | null) =>
      world.companyUser.call('PUT', `/api/half-staff/follows/${world.companyId}`, {
        locationId,
        follows,
      });
    await approve({
      authority: 'governor',
      starts: { kind: 'sunrise', date: '2026-12-03' },
      ends: { kind: 'sunset', date: '2026-12-03' },
    });
    await follow({ ...all, authorities: { ...all.authorities, governor: ['state'] } }, null);
    at('2026-12-02T18:00:00-06:00');
    await remind();
    expect(recipients()).toEqual([]);
    const noDay: FollowsChoice = {
      ...all,
      daysNotFollowed: ['National Pearl Harbor Remembrance Day'],
    };
    await follow(noDay, world.locationId);
    at('2026-12-06T18:00:00-06:00');
    await remind();
    expect((await texts())[0]?.text).toContain('- 1 flag: ');
    await follow(noDay, null);
    mailServer.mails.length = 0;
    await harness.services.db.queries.deleteFrom('half_staff_mails').execute();
    await remind();
    expect(recipients()).toEqual([]);
  });

  test('are sent in the evening in Guam, when it is still morning in UTC', async () => {
    for (const id of [world.locationId, world.otherLocationId])
      await master.call('PATCH', `/api/locations/${id}`, {
        city: 'Hagåtña',
        state: 'GU',
        zip: '96910',
      });
    at('2026-12-06T17:59:00+10:00');
    await remind();
    expect(recipients()).toEqual([]);
    at('2026-12-06T18:00:00+10:00');
    await remind();
    const [mail] = await texts();
    expect(mail?.text).toMatch(/^Half-staff starts tomorrow, Monday, December 7, 2026, /);
    expect(mail?.text).toContain('- 2 flags: 6:31 AM–5:53 PM GMT+10');
  });

  test('announce an order that starts tomorrow, and say that no pole moves while autopilot is off', async () => {
    await approve({
      reason: 'Death of\na former President',
      starts: { kind: 'sunrise', date: '2026-12-03' },
      ends: { kind: 'open' },
    });
    const eight = { kind: 'time', date: '2026-12-03', time: '08:00' };
    await approve({ kind: 'full', reason: 'Inauguration', starts: eight, ends: { kind: 'open' } });
    await approve({ starts: { kind: 'sunrise', date: '2026-12-05' }, ends: { kind: 'open' } });
    at('2026-12-02T20:00:00-06:00');
    await remind();
    const mails = await texts();
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Halyard: full staff tomorrow: Inauguration',
      'Halyard: half-staff tomorrow: Death of a former President',
    ]);
    for (const { text } of mails) {
      expect(text).toMatch(
        /^(Half|Full)[- ]staff starts tomorrow, Thursday, December 3, 2026, .*, by order of the President\./,
      );
      expect(text).toMatch(/- 2 flags: from Dec 3, 2026, [78]:\d\d AM CST until further notice/);
      expect(text).toContain(
        'Autopilot is off, so nothing will move. Please move the flags manually.',
      );
    }
  });

  test('leave out orders that were canceled, that are for other companies, or that have begun', async () => {
    const tomorrow = { starts: { kind: 'sunrise', date: '2026-12-03' }, ends: { kind: 'open' } };
    await approve({ ...tomorrow, scope: { kind: 'states', states: ['FL'] } });
    await approve({ ends: { kind: 'open' } });
    await approve(tomorrow);
    const [latest] = (await master.call('GET', '/api/half-staff/orders')).json.filter(
      ({ starts, scope }: { starts: { kind: string }; scope: { kind: string } }) =>
        starts.kind === 'sunrise' && scope.kind === 'all',
    );
    await master.call('POST', `/api/half-staff/orders/${latest.id}/cancel`, { why: 'Mistake' });
    at('2026-12-02T20:00:00-06:00');
    await remind();
    expect(recipients()).toEqual([]);
  });

  test('are sent once, within a minute, for an order that begins immediately, and list the poles that are not ready', async () => {
    at('2026-12-02T23:30:00-06:00');
    await report(harness, world.flagRowId);
    await approve({ reason: 'Death of a former President', ends: { kind: 'open' } });
    await remind();
    await remind();
    expect(recipients()).toEqual([addressOf(world.companyUser)]);
    const [mail] = await texts();
    expect(mail?.subject).toBe('Halyard: half-staff today: Death of a former President');
    expect(mail?.text).toMatch(
      /^Half-staff starts today, Wednesday, December 2, 2026, at Acme: Death of a former President, by order of the President\.\n\n- 2 flags: from Dec 2, 2026, 11:30 PM CST until further notice/,
    );
    expect(mail?.text).toContain(
      'These flags are not ready. Please check them:\n- Roof (South): offline',
    );
    at('2026-12-03T23:00:00-06:00');
    await remind();
    expect(recipients()).toHaveLength(1);
  });

  test('announce an order only once, even if a pole is added while the order is in effect', async () => {
    at('2026-12-02T20:00:00-06:00');
    await approve({ ends: { kind: 'open' } });
    await remind();
    at('2026-12-03T09:00:00-06:00');
    const { companyId, locationId } = world;
    const pole = { name: 'Arch', flagId: 'arch-1', companyId, locationId };
    expect((await master.call('POST', '/api/flags', pole)).status).toBe(201);
    await remind();
    expect(recipients()).toEqual([addressOf(world.companyUser)]);
  });

  test('announce an order that is approved after midnight and begins the same morning', async () => {
    const starts = { kind: 'sunrise', date: '2026-12-03' };
    at('2026-12-03T00:30:00-06:00');
    await approve({ kind: 'full', reason: 'Inauguration', starts, ends: { kind: 'open' } });
    await remind();
    at('2026-12-03T12:00:00-06:00');
    await remind();
    const mails = await texts();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Halyard: full staff today: Inauguration',
    ]);
    expect(mails[0]?.text).toMatch(
      /^Full staff starts today, Thursday, December 3, 2026, at Acme: /,
    );
  });

  test('leave out an order that has already ended or was announced the evening before', async () => {
    const starts = { kind: 'sunrise', date: '2026-12-03' };
    at('2026-12-02T17:30:00-06:00');
    await approve({ starts, ends: { kind: 'open' } });
    const ended = { kind: 'time', date: '2026-12-02', time: '17:45' };
    await approve({ reason: 'Short', ends: ended });
    at('2026-12-02T18:00:00-06:00');
    await remind();
    at('2026-12-03T09:00:00-06:00');
    await remind();
    expect((await texts()).map(({ subject }) => subject)).toEqual([
      'Halyard: half-staff tomorrow: Death of a former President',
    ]);
  });

  test('wait for the second approval of an order that needs one', async () => {
    await master.call('PATCH', `/api/companies/${world.companyId}`, { twoApprovals: true });
    const other = await createWorld(harness, master);
    await master.call('PATCH', `/api/companies/${other.companyId}`, { autoHalfMast: true });
    const id = await approve({ ends: { kind: 'open' } });
    const announced = async () => {
      const subjects = (await texts()).map(({ subject = '' }) => subject);
      return recipients().filter((_, index) => !subjects[index]?.includes('second approval'));
    };
    await remind();
    expect(await announced()).toEqual([addressOf(other.companyUser)]);
    // It is more than a day after the first approval.
    at('2026-12-03T12:00:00Z');
    const body = { version: 1, revision: 2, companyIds: [world.companyId] };
    const answer = await world.companyUser.call('POST', `${ORDERS}/${id}/second-approval`, body);
    expect(answer.status).toBe(200);
    await remind();
    await remind();
    expect(await announced()).toEqual([other, world].map((each) => addressOf(each.companyUser)));
  });

  test('say that a projected date is not confirmed', async () => {
    at('2028-05-06T18:30:00-05:00');
    await remind();
    const [mail] = await texts();
    expect(mail?.text).toContain(
      'This date was calculated, not announced. Halyard won’t move any flags until a master confirms the date.',
    );
  });

  test('reach the other users if the mail server rejects one address, and are sent later if the mail server does not respond', async () => {
    const other = await harness.as('company_user', { companyId: world.companyId });
    at('2026-12-06T18:00:00-06:00');
    const away = smtpMailer('smtp://127.0.0.1:1', 'Halyard <halyard@example.test>');
    await remind(SETTINGS, { ...harness.services, mailer: away });
    away.close();
    const [refused, taken] = [world.companyUser, other].map(addressOf);
    mailServer.refused.set(refused!, 550);
    harness.time.now += 5000;
    await remind();
    mailServer.refused.clear();
    await remind();
    expect(recipients()).toEqual([taken]);
  });

  test('are dropped if they could not be sent before half-staff began', async () => {
    at('2026-12-06T18:00:00-06:00');
    const away = smtpMailer('smtp://127.0.0.1:1', 'Halyard <halyard@example.test>');
    await remind(SETTINGS, { ...harness.services, mailer: away });
    away.close();
    at('2026-12-07T07:30:00-06:00');
    await remind();
    expect(recipients()).toEqual([]);
  });

  test('wait while the daily email limit is used up, and are then sent once', async () => {
    at('2026-12-06T18:00:00-06:00');
    await remind({ ...SETTINGS, mailsPerCompany: 0 });
    expect(recipients()).toEqual([]);
    await remind();
    await remind();
    expect(recipients()).toEqual([addressOf(world.companyUser)]);
  });

  test('are sent by the background job for half-staff emails', async () => {
    at('2026-12-06T18:00:00-06:00');
    await runJob(
      reminderJob(harness.services, SETTINGS, new PoleIndex(harness.services.db)),
      harness.services.db,
    );
    await deliverMails(harness.services, () => false);
    expect(recipients()).toEqual([addressOf(world.companyUser)]);
  });
});
