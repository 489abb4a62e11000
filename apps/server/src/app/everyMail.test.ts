import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  ALERT_CONDITIONS,
  type Order,
  readRecord,
  sourceDefinition,
  type Unready,
} from '@halyard/domain';
import { ENGLISH, useLanguage } from '@halyard/messages/language';
import { PSEUDO } from '@halyard/messages/pseudo';
import { extractMessages } from '@lingui/native-tools';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendToLedger } from '../features/halfStaff/ledger/append.ts';
import { sendDailyHead } from '../features/halfStaff/ledger/dailyHead.ts';
import type { FleetPole } from '../features/halfStaff/poles/fleet.ts';
import { PoleIndex } from '../features/halfStaff/poles/poleIndex.ts';
import {
  type WaitingMail,
  waitingMail,
} from '../features/halfStaff/reminders/approvals/waitingMail.ts';
import type { Reminder } from '../features/halfStaff/reminders/begins/due.ts';
import { reminderMail } from '../features/halfStaff/reminders/begins/reminderMail.ts';
import {
  amendedMail,
  approvedMail,
  canceledMail,
} from '../features/halfStaff/reminders/changes/changeMails.ts';
import { draftMail } from '../features/halfStaff/reminders/drafts/draftMail.ts';
import { endMail } from '../features/halfStaff/reminders/ends/endMail.ts';
import { notifyAboutHalfStaff } from '../features/halfStaff/reminders/job.ts';
import { DueCompanies } from '../features/halfStaff/reminders/sending/dueCompanies.ts';
import { findFleet } from '../features/halfStaff/testing/fleet.ts';
import { type AccountChange, mailOwner } from '../features/identity/accountMails.ts';
import { mailConfirmation } from '../features/identity/email/emailConfirmations.ts';
import { ownEmailChanged } from '../features/identity/email/ownEmail.ts';
import { forgotPassword } from '../features/identity/signIn/forgotPassword.ts';
import { invitePeople } from '../features/importExport/run/invite.ts';
import {
  alertMail,
  digestMail,
  overBudgetMail,
  testAlertMail,
} from '../features/monitoring/alerts/mails/alertMail.ts';
import type { AlertNotice } from '../features/monitoring/alerts/mails/notice.ts';
import { mailTest } from '../features/monitoring/alerts/settings/settings.ts';
import { sourceDraftMail, sourceProblemMail } from '../features/orderDesk/sources/mails.ts';
import type { AlertNoticeKind, Mail } from '../platform/database/tables/messages.ts';
import type { Trx } from '../platform/database/tables/schema.ts';
import { PER_ADDRESS } from '../platform/mail/budget.ts';
import { framedMailer } from '../platform/mail/frame.ts';
import { deliverMails } from '../platform/mail/queue.ts';
import type { MailSettings } from '../platform/mail/settings.ts';
import { type Client, createHarness, type Harness } from '../testing/harness.ts';
import { startMailServer } from '../testing/mailServer.ts';
import { createWorld, customerBody, orderBody, type World } from '../testing/world.ts';

const SOURCE = path.resolve(import.meta.dirname, '..');
/** Matches code that sends an email, either through the queue or directly. */
const SENDS = /\bqueueMails\(|[mM]ailer\b[^;}]{0,40}\.send\(/;
/** Matches the files that send emails but do not write their text. */
const TRANSPORT =
  /^platform\/mail\/|^app\/metrics\/operationMetrics\.ts$|^features\/operation\/settings\/systemSettings\.ts$/;

const SETTINGS = { productName: 'Halyard', publicUrl: 'https://h.example', mailsPerCompany: 1000 };
const WITHOUT_LINKS = { ...SETTINGS, publicUrl: null };
/** Matches names and other values that the tests put into the emails, such as "Acme". */
const GIVEN =
  /(?<!\p{L})(?:Halyard|Acme|Birch|North|South|Gate|Roof|ann|Script|curl|Title|Authority|Cause)(?!\p{L})/gu;

const DATES =
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b[A-Z][a-z]+day\b|\b[AP]M\b|\b(?:UTC|[CE]ST)\b/g;
const LINKS_AND_ADDRESSES = /https?:\/\/\S*[\w#]|[\w.-]+@[\w.-]+\w/g;
/**
 * Matches values that are never translated: passwords, hashes from the ledger, and the command that
 * verifies the ledger.
 */
const CODES =
  /\b(?:[a-z0-9]{4}-){3}[a-z0-9]{4}\b|npm run verify-ledger -- --head|\b\d+:[0-9a-f]{64}\b/g;

/**
 * Returns the parts of an email that are not marked for translation. Also returns each line that
 * joins several messages into one sentence, because translators could not change the word order
 * there.
 */
function unmarkedIn({ subject, text, html = '' }: Mail): string[] {
  return [subject, text, textOf(html)].flatMap((part) => {
    const rest = [LINKS_AND_ADDRESSES, DATES, CODES, GIVEN].reduce(
      (left, values) => left.replaceAll(values, '1'),
      part,
    );
    const outside = withoutTexts(rest);
    return [
      ...(rest.match(/[a-z].*/gi) ?? []),
      ...(outside.match(/\p{L}.*/gu) ?? []),
      ...(outside.match(/.*□.*□.*/g) ?? []),
    ];
  });
}

/**
 * Replaces each message that is marked for translation with a placeholder. Messages can contain
 * other messages.
 */
function withoutTexts(text: string): string {
  for (let rest = text; ; ) {
    const next = rest.replaceAll(/\[[^[\]]*\]/g, '□');
    if (next === rest) return rest;
    rest = next;
  }
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>' };
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, (tag) => (/^<\/?(?:a|b)\b/.test(tag) ? '' : '\n'))
    .replaceAll(/&(#\d+|\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

describe('emails in the pseudo language', () => {
  const sent: Mail[] = [];
  const mailer = framedMailer(
    { send: async (mail) => void sent.push(mail), close: () => {} },
    SETTINGS,
  );
  /** The English messages that these tests have seen in emails. */
  const shown = new Set<string>();
  let harness: Harness;
  let master: Client;
  let world: World;
  let userId: string;
  beforeEach(async () => {
    harness = await createHarness({ mailer, settings: { publicUrl: SETTINGS.publicUrl } });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    userId = await harness.addUser('location_user', world, 'ann');
    useLanguage({
      ...PSEUDO,
      rewrite(english) {
        shown.add(english);
        return PSEUDO.rewrite!(english);
      },
    });
  });
  afterEach(async () => {
    useLanguage(ENGLISH);
    await harness.close();
  });

  const queued = async (queue: (trx: Trx) => Promise<void>): Promise<Mail[]> => {
    await harness.services.db.transaction(queue);
    return delivered();
  };
  const delivered = async (): Promise<Mail[]> => {
    await deliverMails(harness.services, () => false);
    return sent.splice(0);
  };
  /** Returns emails with their header and footer, as the mailer sends them. */
  const framed = async (mails: readonly Omit<Mail, 'to'>[]): Promise<Mail[]> => {
    for (const mail of mails) await mailer.send({ ...mail, to: 'ann@example.test' });
    return sent.splice(0);
  };

  const CHANGES: { [K in AccountChange['kind']]: readonly (AccountChange & { kind: K })[] } = {
    password: [{ kind: 'password' }],
    'second-factor': [
      { kind: 'second-factor', isOn: true },
      { kind: 'second-factor', isOn: false },
    ],
    token: [{ kind: 'token', name: 'Script' }],
    'sign-in': [{ kind: 'sign-in', userAgent: 'curl/8.1', address: '192.0.2.7' }],
    'sign-in-mails-off': [{ kind: 'sign-in-mails-off' }],
  };

  const account = (email: string) => ({
    ...{ id: userId, username: 'ann', email, confirmed_email: 'old@example.test' },
  });

  /** The emails of each file that sends any. */
  const MAILS: Readonly<Record<string, () => Promise<Mail[]>>> = {
    'features/identity/accountMails.ts': () =>
      queued(async (trx) => {
        const last = Array.from({ length: PER_ADDRESS }, () => ({ kind: 'password' }) as const);
        for (const change of [...Object.values(CHANGES).flat(), ...last])
          await mailOwner(trx, harness.services, SETTINGS, userId, change);
      }),
    'features/identity/email/ownEmail.ts': () =>
      queued((trx) =>
        ownEmailChanged(
          trx,
          harness.services,
          WITHOUT_LINKS,
          account('old@example.test'),
          account('new@example.test'),
        ),
      ),
    'features/identity/email/emailConfirmations.ts': () =>
      queued((trx) =>
        mailConfirmation(trx, harness.services, SETTINGS, account('new@example.test')),
      ),
    'features/identity/signIn/forgotPassword.ts': async () => {
      await forgotPassword(harness.services, SETTINGS, { username: 'ann' }, '192.0.2.7');
      return delivered();
    },
    'features/customers/createCustomer.ts': async () => {
      await master.call('POST', '/api/customers', customerBody([]));
      return delivered();
    },
    'features/importExport/run/invite.ts': async () => {
      await invitePeople(harness.services, SETTINGS, [
        { username: 'ann', email: 'ann@example.test' },
      ]);
      return delivered();
    },
    'features/halfStaff/ledger/dailyHead.ts': async () => {
      const note = {
        kind: 'engine-on',
        at: 0,
        flag: null,
        company: null,
        sourceKey: null,
      } as const;
      await harness.services.db.transaction((trx) => appendToLedger(trx, [{ ...note, body: {} }]));
      await sendDailyHead(harness.services, { ...SETTINGS, to: ['ann@example.test'] });
      return delivered();
    },
    'features/halfStaff/reminders/sending/mailOnce.ts': async () => [
      ...(await dueReminders()),
      ...(await framed(await reminders())),
      ...(await framed(await orderMails())),
    ],
    'features/monitoring/alerts/mails/notify.ts': () => framed(alertMails()),
    'features/monitoring/alerts/mails/notifyMasters.ts': () => framed(mastersMails()),
    'features/monitoring/alerts/settings/settings.ts': async () => {
      for (const company of ['Acme', null])
        await mailTest(
          harness.services,
          mailer,
          [{ address: 'ann@example.test' }],
          testAlertMail(company, SETTINGS),
        );
      return delivered();
    },
    'features/operation/settings/api/mail.ts': testMail,
  };

  /** Returns the emails that go out on the evening before a half-staff day and before an order. */
  async function dueReminders(): Promise<Mail[]> {
    const { time } = harness;
    const { now } = time;
    await master.call('PATCH', `/api/companies/${world.companyId}`, { autoHalfMast: true });
    const starts = { kind: 'sunrise', date: '2026-12-07' };
    const order = orderBody({ reason: 'Title', starts, ends: { kind: 'open' } });
    const { id } = (await master.call('POST', '/api/half-staff/orders', order)).json;
    await master.call('POST', `/api/half-staff/orders/${id}/approve`, { revision: 1 });
    time.now = Date.parse('2026-12-06T19:00:00-06:00');
    const poles = new PoleIndex(harness.services.db);
    await notifyAboutHalfStaff(harness.services, SETTINGS, poles, new DueCompanies(poles));
    const mails = await delivered();
    time.now = now;
    expect(mails).toHaveLength(2);
    return mails;
  }

  async function reminders(): Promise<Omit<Mail, 'to'>[]> {
    const all = await findFleet(harness.services);
    const { now } = harness.time;
    const window = { from: Date.parse('2026-12-07T12:00:00Z'), until: Date.parse('2026-12-08') };
    const open = { ...window, until: Infinity };
    const limits = { below: 40, above: 50 };
    const write = (more: Partial<Reminder>, engineIsOn = true) => {
      const poles = all.map((pole) => ({ pole, window }));
      const what = { sourceKey: 'day', kind: 'half', title: 'Title', by: null } as const;
      const when = more.when ?? 'tomorrow';
      const reminder = { ...what, projected: false, date: '2026-12-07', poles, ...more, when };
      return reminderMail(reminder, { name: 'Acme', limits }, mailRound(engineIsOn));
    };
    const [pole] = all;
    const unready = Object.values(unreadyPoles(pole!, now));
    return [
      ...(['half', 'full'] as const).flatMap((kind) =>
        [null, 'Authority'].map((by) => write({ kind, by })),
      ),
      ...(['half', 'full'] as const).map((kind) => write({ kind, by: 'Authority', when: 'today' })),
      write({ projected: true }),
      write({}, false),
      write({ poles: [{ pole: pole!, window: open }] }),
      ...unready.map((each) => write({ poles: [{ pole: each, window }] })),
      // More poles than an email lists.
      write({ poles: Array.from({ length: 52 }, () => ({ pole: unready[0]!, window })) }),
    ];
  }

  const mailRound = (engineIsOn: boolean, settings: MailSettings = SETTINGS) => {
    const { services, time } = harness;
    return { services, settings, now: time.now, engineIsOn };
  };

  /** Returns the emails about changed orders, the end of orders, and drafts. */
  async function orderMails(): Promise<Omit<Mail, 'to'>[]> {
    const [gate, roof] = await findFleet(harness.services);
    if (!gate || !roof) throw new Error('the world has two poles');
    const daily = { ...roof, pole: { ...roof.pole, dailyRule: 'always-up' as const } };
    const company = { name: 'Acme', limits: { below: 40, above: 50 } };
    const window = { from: Date.parse('2026-12-07T12:00:00Z'), until: Date.parse('2026-12-09') };
    const at = (...poles: FleetPole[]) => poles.map((pole) => ({ pole, window }));
    const starts = { kind: 'sunrise', date: '2026-12-07' };
    const body = orderBody({ reason: 'Title', starts, ends: { kind: 'open' } });
    const stored: Order = (await master.call('POST', '/api/half-staff/orders', body)).json;
    await master.call('DELETE', `/api/half-staff/orders/${stored.id}`);
    const half: Order = { ...stored, createdBy: 'ann' };
    const full: Order = { ...half, kind: 'full' };
    const other: Order = {
      ...{ ...half, authority: 'city', reason: 'Cause', starts: { kind: 'immediately' } },
      ends: { kind: 'noon', date: '2026-12-09' },
    };
    const nothing = { before: [], after: [], raised: [], lowered: [], kept: [] };
    const change = (before: Order, after: Order) => ({
      ...{ before, after: { ...after, cancelledWhy: 'Cause' } },
      ...{ firstAt: 0, lastAt: 0, keys: [] },
    });
    const named = (count: number) =>
      Array.from({ length: count }, () => ({ name: 'Acme', flags: count }));
    const waitingMails = (order: Order): WaitingMail[] => [
      ...[{ order, companies: named(1), which: 'new' as const, by: 'ann', at: 0 }],
      ...[21, 23].map((count) => ({
        ...{ order: { ...order, version: 2 }, companies: named(count) },
        ...{ which: 'still' as const, by: 'ann', at: 0 },
      })),
    ];
    const found = {
      ...{ id: 'draft', sourceId: 'source', sourceName: 'Authority', title: 'Title' },
      ...{ link: 'https://h.example/order', publishedAt: null, foundAt: 0, orders: [] },
    };
    const definition = sourceDefinition.parse({
      ...{ kind: 'feed', name: 'Authority', url: 'https://h.example/feed' },
    });
    const on = mailRound(true);
    const off = mailRound(false, WITHOUT_LINKS);
    const written = [
      ...[half, full].flatMap((order) => [
        approvedMail(change(order, order), { ...nothing, after: at(gate, roof) }, company, on),
        amendedMail(
          change(other, order),
          { ...nothing, before: [gate], after: at(roof), lowered: [roof] },
          company,
          on,
          true,
        ),
        canceledMail(change(order, order), { ...nothing, raised: [gate] }, company, on),
        draftMail(order, null, 'new', on),
        draftMail(order, 'Acme', 'still', on),
        ...waitingMails(order).map((mail) => waitingMail(mail, on)),
      ]),
      amendedMail(
        change(full, half),
        { ...nothing, before: [gate, roof], raised: [gate], kept: [roof] },
        company,
        on,
        false,
      ),
      sourceDraftMail({ ...found, unread: 'Cause' }, 'new', on),
      sourceDraftMail({ ...found, unread: null }, 'still', on),
      sourceProblemMail({ definition, problem_text: 'Cause', problem_since: 0 }, on),
      canceledMail(change(half, half), { ...nothing, raised: [gate] }, company, off),
      canceledMail(change(half, half), nothing, company, off),
      ...[on, off].map((round) =>
        endMail(
          [{ orderId: 'order', title: 'Title', date: '2026-12-09', poles: at(gate, daily) }],
          company,
          round,
        ),
      ),
    ];
    return written.flatMap((mail) => mail ?? []);
  }

  const unreadyPoles = (pole: FleetPole, now: number): Record<Unready, FleetPole> => {
    const record = (node: object) => readRecord({ seenAt: now, voltage: 45, ...node });
    const command = { id: 'c', by: 'x', outcome: 'lapsed', issuedAt: now - 60_000, closedAt: now };
    return {
      offline: { ...pole, record: readRecord({}) },
      voltage: { ...pole, record: record({ voltage: 1 }) },
      'last-move-failed': { ...pole, record: record({ command }) },
    };
  };

  const KINDS: Record<AlertNoticeKind, Pick<AlertNotice, 'endedAt'>> = {
    started: { endedAt: null },
    delayed: { endedAt: null },
    missed: { endedAt: Date.parse('2026-11-20T14:00:00Z') },
    ended: { endedAt: Date.parse('2026-11-20T14:00:00Z') },
  };
  const place = (name: string) => ({
    ...{ flagId: name, flag: name, companyId: 'a', company: 'Acme' },
    ...{ locationId: 'n', location: 'North', timeZone: 'America/New_York' },
  });
  const notices = (): AlertNotice[] =>
    (Object.keys(KINDS) as AlertNoticeKind[]).flatMap((kind) =>
      ALERT_CONDITIONS.map((condition) => ({
        ...{ ...KINDS[kind], ...place('Gate'), id: `${kind} ${condition}`, kind, condition },
        ...{ cause: 'Cause', since: Date.parse('2026-11-20T12:00:00Z'), at: harness.time.now },
      })),
    );
  const twice = (notice: AlertNotice) => [notice, { ...notice, ...place('Roof') }];

  const alertMails = () => [
    ...notices().flatMap((notice) => [
      alertMail(notice, SETTINGS),
      alertMail(notice, WITHOUT_LINKS),
      digestMail(twice(notice), SETTINGS),
    ]),
    digestMail(notices(), SETTINGS),
    digestMail(
      Array.from({ length: 502 }, () => notices()[0]!),
      SETTINGS,
    ),
    overBudgetMail(notices(), place('Gate'), harness.time.now, SETTINGS),
  ];
  const mastersMails = () => {
    const elsewhere = notices().map((notice) => ({ ...notice, company: 'Birch' }));
    const both = [...notices(), ...elsewhere];
    const company = { ...place('Gate'), company: null };
    return [
      digestMail(both, SETTINGS),
      digestMail([both[0]!, elsewhere[0]!], SETTINGS),
      overBudgetMail(both, company, harness.time.now, SETTINGS),
    ];
  };

  async function testMail(): Promise<Mail[]> {
    const server = await startMailServer();
    const { port } = new URL(server.url);
    const settings = {
      ...{ host: '127.0.0.1', port: Number(port), encryption: 'starttls-if-offered' },
      ...{ user: null, password: '', from: 'flags@example.test' },
    };
    const answer = await master.call('POST', '/api/settings/mail/test', { settings });
    expect(answer.json).toMatchObject({ outcome: 'sent' });
    const { subject = '', text = '', html = '' } = await PostalMime.parse(server.mails[0]!.raw);
    await server.close();
    return [{ to: '', subject, text, html }];
  }

  test.each(Object.keys(MAILS))(
    'contain only text that is marked for translation: %s',
    async (file) => {
      const mails = await MAILS[file]!();
      expect(mails).not.toEqual([]);
      for (const mail of mails) {
        expect(mail.html).toContain('<html lang="en-XA">');
        expect(unmarkedIn(mail)).toEqual([]);
      }
    },
  );

  test('cover every source file that sends emails', () => {
    const files = globSync('**/*.ts', { cwd: SOURCE }).filter(
      (file) =>
        !/\.test\.ts$|(?:^|\/)testing\//.test(file) &&
        !TRANSPORT.test(file) &&
        SENDS.test(readFileSync(path.join(SOURCE, file), 'utf8')),
    );
    expect(Object.keys(MAILS).toSorted()).toEqual(files.toSorted());
  });

  test('include every message that the email source files define', async () => {
    for (const mails of Object.values(MAILS)) await mails();
    const files = [...Object.keys(MAILS), ...globSync('**/*{M,m}ail{,s}.ts', { cwd: SOURCE })];
    const texts = await Promise.all(files.map(textsOfMails));
    expect(texts.flat().filter((english) => !shown.has(english))).toEqual([]);
  });
});

/**
 * Returns the English messages that a file marks with `t`. Messages marked with `msg` are errors.
 */
async function textsOfMails(file: string): Promise<string[]> {
  const code = readFileSync(path.join(SOURCE, file), 'utf8').replaceAll('msg`', 'String.raw`');
  const macro = { corePackage: ['@halyard/messages'] };
  const { messages } = await extractMessages(code, file, { macro });
  return messages.flatMap(({ message }) => (message === undefined ? [] : [message]));
}
