import { PASSWORD_NEEDED, type SystemSettings as View } from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GivenSettings } from '../../../platform/config/given.ts';
import { createSecretBox } from '../../../platform/secrets/secretBox.ts';
import { engines } from '../../../testing/engines.ts';
import { type Answer, type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { type MailServer, startMailServer } from '../../../testing/mailServer.ts';
import { FRESH_MS } from '../../identity/sessions/freshSignIn.ts';
import { backupDesk, findReport } from '../backup/report.ts';
import { SystemSettings } from './systemSettings.ts';

const URL = '/api/settings';
const SECRET = 'a very secret password';
const MAIL = {
  host: 'smtp.example.com',
  port: 587,
  encryption: 'starttls',
  user: 'flags',
  password: SECRET,
  from: 'Flags <flags@example.com>',
};
const WITHOUT_PASSWORD = { ...MAIL, password: '' };
const GIVEN: GivenSettings = {
  smtpUrl: `smtps://me:${SECRET}@mail.example.com`,
  mailFrom: 'env@example.com',
  historyDays: 0.5,
  activityDays: 100,
  backupFolder: '/srv/backups',
  backupTime: '04:20',
  backupDays: 7,
};

describe.each(engines)('settings in the console on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let kicks: number;
  const open = async (options: Parameters<typeof createHarness>[0] = {}) => {
    kicks = 0;
    const backups = { kick: () => void kicks++ };
    harness = await createHarness({ engine, backups, ...options });
    master = await harness.as('master');
  };
  beforeEach(() => open());
  afterEach(() => harness.close());

  const get = async (): Promise<View> => (await master.call('GET', URL)).json;
  const put = (part: string, body: object) => master.call('PUT', `${URL}/${part}`, body);
  const done = (answer: Answer): View => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.json;
  };
  const entries = async () =>
    (
      await harness.services.db.queries
        .selectFrom('activity')
        .select(['kind', 'detail', 'subject', 'search'])
        .where('category', 'in', ['settings', 'backups'])
        .orderBy('id')
        .execute()
    ).map(({ detail, ...entry }) => ({
      ...entry,
      detail: typeof detail === 'string' ? JSON.parse(detail) : detail,
    }));
  const stored = () =>
    harness.services.db.queries
      .selectFrom('settings')
      .selectAll()
      .where('id', 'like', 'system.%')
      .execute();
  /** Returns all stored settings and activity entries as JSON text. */
  const everything = async () => JSON.stringify([await stored(), await entries()]);

  test('have their default values until a master changes them', async () => {
    const { mail, retention, backups } = await get();
    expect(mail).toMatchObject({
      server: { value: null, source: 'default' },
      from: { value: null, source: 'default' },
      password: 'none',
      canStorePassword: true,
      isShown: false,
    });
    expect(retention.historyDays).toEqual({ value: 400, source: 'default' });
    expect(retention.activityDays).toEqual({ value: 400, source: 'default' });
    expect(backups).toMatchObject({
      isOn: { value: false, source: 'default' },
      time: { value: '03:10', source: 'default' },
      days: { value: 14, source: 'default' },
      nextAt: null,
      isUnderWay: false,
      report: null,
    });
  });

  test('are overridden by environment variables, and then cannot be changed', async () => {
    done(await put('mail', MAIL));
    done(await put('retention', { historyDays: 500, activityDays: 600 }));
    const { parts } = harness.system;
    const system = await SystemSettings.open({ ...parts, given: GIVEN });
    const { effective, backupPlan } = system;
    expect(effective.mailServer).toEqual({
      value: { host: 'mail.example.com', port: 465, encryption: 'tls', user: 'me' },
      source: 'environment',
    });
    expect(effective.historyDays).toEqual({ value: 0.5, source: 'environment' });
    expect(backupPlan).toEqual({
      isOn: true,
      folder: '/srv/backups',
      minuteOfDay: 4 * 60 + 20,
      days: 7,
    });
    await system.close();
    expect(await stored()).toHaveLength(3);

    await harness.close();
    await open({ given: GIVEN });
    const shown = await get();
    expect(shown.mail).toMatchObject({
      server: { source: 'environment' },
      from: { value: 'env@example.com', source: 'environment' },
      password: 'set',
    });
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    for (const [part, body, name] of [
      ['mail', MAIL, 'SMTP_URL'],
      ['retention', { historyDays: 500 }, 'HISTORY_DAYS'],
      ['retention', { activityDays: 500 }, 'ACTIVITY_DAYS'],
      ['backups', { isOn: false }, 'BACKUP_DIR'],
      ['backups', { time: '05:00' }, 'BACKUP_TIME'],
      ['backups', { days: 30 }, 'BACKUP_DAYS'],
    ] as const) {
      const { status, text } = await put(part, body);
      expect([status, text]).toEqual([409, expect.stringContaining(`variable ${name} sets`)]);
    }
    expect((await master.call('DELETE', `${URL}/mail`)).status).toBe(409);
    expect(await entries()).toEqual([]);
  });

  test('store the mail password only in encrypted form, and never return it', async () => {
    const answer = await put('mail', MAIL);
    expect(done(answer).mail).toMatchObject({
      server: {
        value: { host: 'smtp.example.com', port: 587, encryption: 'starttls', user: 'flags' },
        source: 'stored',
      },
      password: 'set',
    });
    expect(answer.text + (await master.call('GET', URL)).text).not.toContain(SECRET);
    expect(await everything()).not.toContain(SECRET);
    const [entry] = await entries();
    expect(entry).toMatchObject({
      kind: 'settings.changed',
      detail: {
        fields: [
          'mail server none → smtp.example.com:587 starttls as flags',
          'sender none → Flags <flags@example.com>',
          'password set',
        ],
      },
    });
    const sealed = harness.system.stored.mail!.password!;
    expect(createSecretBox('a key of these tests').open(sealed, 'mail-password')).toBe(SECRET);
  });

  test('keep the mail password if only the sender address changes', async () => {
    done(await put('mail', MAIL));
    const before = harness.system.stored.mail!.password;
    done(await put('mail', { ...WITHOUT_PASSWORD, from: 'new@example.com' }));
    expect(harness.system.stored.mail).toMatchObject({ from: 'new@example.com', password: before });
    expect((await entries())[1]!.detail.fields).toEqual([
      'sender Flags <flags@example.com> → new@example.com',
    ]);
  });

  test.each([
    ['server', { host: 'smtp.attacker.example' }],
    ['port', { port: 2525 }],
    ['encryption', { encryption: 'starttls-if-offered' }],
    ['user', { user: 'someone' }],
  ])(
    'require the mail password again when the %s changes, both to save and to test',
    async (_what, more) => {
      done(await put('mail', MAIL));
      const before = harness.system.stored.mail;
      const settings = { ...WITHOUT_PASSWORD, ...more };
      for (const answer of [
        await put('mail', settings),
        await master.call('POST', `${URL}/mail/test`, { settings }),
      ])
        expect([answer.status, answer.text]).toEqual([
          400,
          expect.stringMatching(/Enter the password again/),
        ]);
      expect(harness.system.stored.mail).toEqual(before);
      done(await put('mail', { ...settings, password: 'another one' }));
    },
  );

  test('cannot be used to send the stored mail password to a different server', async () => {
    const [own, other] = [await startMailServer(), await startMailServer()];
    const at = ({ url }: MailServer) => ({
      ...MAIL,
      host: '127.0.0.1',
      port: Number(new globalThis.URL(url).port),
      encryption: 'starttls-if-offered',
    });
    done(await put('mail', at(own)));
    const settings = { ...at(other), password: '' };
    expect((await master.call('POST', `${URL}/mail/test`, { settings })).status).toBe(400);
    expect(other.connections).toBe(0);
    await own.close();
    await other.close();
  });

  test('no longer include the mail password after a master has removed the mail server or its username', async () => {
    done(await put('mail', MAIL));
    expect(done(await put('mail', { ...WITHOUT_PASSWORD, user: '' })).mail.password).toBe('none');
    expect(harness.system.stored.mail!.password).toBe(null);
    const refused = await put('mail', WITHOUT_PASSWORD);
    expect([refused.status, refused.text]).toEqual([400, 'Password is required']);
    done(await put('mail', MAIL));
    const removed = done(await master.call('DELETE', `${URL}/mail`));
    expect(removed.mail.server).toEqual({ value: null, source: 'default' });
    expect((await entries()).map(({ detail }) => detail.fields.at(-1))).toEqual([
      'password set',
      'password removed',
      'password set',
      'password removed',
    ]);
  });

  test('cannot include a mail password if several server processes run without an encryption key', async () => {
    await harness.close();
    await open({ settings: { secrets: null } });
    const { status, text } = await put('mail', MAIL);
    expect([status, text]).toEqual([409, expect.stringContaining('SECRETS_KEY')]);
    done(await put('mail', { ...WITHOUT_PASSWORD, user: null }));
  });

  test('require the mail password again if it was encrypted with a different key', async () => {
    done(await put('mail', MAIL));
    const secrets = createSecretBox('another key');
    const system = await SystemSettings.open({ ...harness.system.parts, secrets });
    expect(system.mailer).not.toBe(null);
    await system.close();
    Object.assign(harness.system.parts, { secrets });
    expect((await get()).mail.password).toBe('unreadable');
  });

  test('can be changed only after a recent sign-in', async () => {
    harness.time.now += FRESH_MS;
    for (const [method, part, body] of [
      ['PUT', '/mail', MAIL],
      ['DELETE', '/mail', undefined],
      ['POST', '/mail/test', { settings: MAIL }],
      ['PUT', '/retention', { historyDays: 500 }],
      ['PUT', '/backups', { isOn: true }],
    ] as const) {
      const { status, text } = await master.call(method, URL + part, body);
      expect([part, status, text]).toEqual([part, 403, PASSWORD_NEEDED]);
    }
    expect((await master.call('GET', URL)).status).toBe(200);
    expect(await entries()).toEqual([]);
  });

  test('cannot be read or changed with API tokens', async () => {
    const made = await master.call('POST', '/api/tokens', {
      name: 'Script',
      scope: 'manage',
      expiresInDays: 1,
    });
    const headers = { authorization: `Bearer ${made.json.secret}` };
    const anyone = harness.anonymous();
    expect((await anyone.call('GET', URL, undefined, { headers })).status).toBe(403);
    expect((await anyone.call('PUT', `${URL}/mail`, MAIL, { headers })).status).toBe(403);
  });

  test('apply immediately in the process that saves them, and in other processes after the next refresh', async () => {
    const [first, second] = [await startMailServer(), await startMailServer()];
    const db = await harness.database.reopen();
    const other = await SystemSettings.open({ ...harness.system.parts, db });
    expect([harness.services.mailer, other.mailer]).toEqual([null, null]);
    const mail = { to: 'a@example.test', subject: 'S', text: 'T' };
    for (const server of [first, second]) {
      const port = Number(new globalThis.URL(server.url).port);
      const encryption = 'starttls-if-offered';
      done(await put('mail', { ...MAIL, host: '127.0.0.1', port, encryption, user: null }));
      await harness.services.mailer!.send(mail);
      await other.refresh();
      await other.mailer!.send(mail);
      expect(server.mails.map(({ to }) => to)).toEqual([['a@example.test'], ['a@example.test']]);
    }
    done(await master.call('DELETE', `${URL}/mail`));
    await other.refresh();
    expect([harness.services.mailer, other.mailer]).toEqual([null, null]);
    await other.close();
    await first.close();
    await second.close();
  });

  test("limit how many test emails a master can send, and allow them only to the master's own address", async () => {
    const server = await startMailServer();
    const port = Number(new globalThis.URL(server.url).port);
    const settings = { ...MAIL, host: '127.0.0.1', port, encryption: 'starttls', user: null };
    const send = (more: object) =>
      master.call('POST', `${URL}/mail/test`, { settings: { ...settings, ...more } });
    const to = `${master.id}@example.test`;
    expect((await send({})).json).toEqual({ outcome: 'no-starttls', to });
    expect((await send({ encryption: 'starttls-if-offered' })).json).toEqual({
      outcome: 'sent',
      to,
    });
    expect(server.mails.map((mail) => mail.to)).toEqual([[to]]);
    expect(server.mails[0]!.raw).toContain('flags@example.com');
    // Sending the test email has stored nothing.
    expect((await get()).mail.server.value).toBe(null);
    expect((await entries()).map(({ subject, detail }) => [subject, detail.about])).toEqual([
      [`127.0.0.1:${port}`, 'The mail server does not offer STARTTLS'],
      [`127.0.0.1:${port}`, 'The mail server accepted the email'],
    ]);
    for (let i = 0; i < 4; i++) await send({ port: 1 });
    expect((await send({ port: 1 })).status).toBe(429);
    // The limit counts per user, even with several sessions.
    const { id } = master;
    master = await harness.client(id);
    expect((await send({})).status).toBe(429);
    await server.close();
  });

  test('require a confirmation before a shorter retention period deletes older data', async () => {
    for (const [part, body] of [
      ['retention', { historyDays: 100 }],
      ['retention', { activityDays: 30 }],
      ['backups', { days: 3 }],
    ] as const) {
      const { status, text } = await put(part, body);
      expect([status, text]).toEqual([409, expect.stringContaining('permanently')]);
      done(await put(part, { ...body, mayRemove: true }));
    }
    const { retention, backups } = await get();
    expect(retention.historyDays).toEqual({ value: 100, source: 'stored' });
    expect(backups.days).toEqual({ value: 3, source: 'stored' });
    expect((await entries()).map(({ detail }) => detail.fields)).toEqual([
      ['history kept 400 days → 100 days'],
      ['activity kept 400 days → 30 days'],
      ['backups kept 14 days → 3 days'],
    ]);
    // Keeping data for more days deletes nothing. Null restores the default.
    expect(done(await put('retention', { historyDays: null })).retention.historyDays).toEqual({
      value: 400,
      source: 'default',
    });
  });

  test.each([
    ['retention', { historyDays: 29 }],
    ['retention', { activityDays: 3651 }],
    ['retention', { historyDays: 100.5 }],
    ['retention', { historyDays: '100' }],
    ['backups', { days: 0 }],
    ['backups', { time: '24:00' }],
    ['mail', { ...MAIL, host: 'http://169.254.169.254/x' }],
    ['mail', { ...MAIL, host: 'a b' }],
    ['mail', { ...MAIL, host: 'a\r\nRCPT TO:<x@y.z>' }],
    ['mail', { ...MAIL, port: 0 }],
    ['mail', { ...MAIL, port: 65_536 }],
    ['mail', { ...MAIL, encryption: 'none' }],
    ['mail', { ...MAIL, from: 'flags' }],
    ['mail', { ...MAIL, from: 'Flags\r\nBcc: x@example.com <a@example.com>' }],
    ['mail', { ...MAIL, user: 'a\nb' }],
  ])('reject an invalid value in %s: %j', async (part, body) => {
    expect((await put(part, { mayRemove: true, ...body })).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  test('let a master request only one backup at a time, and limit how often', async () => {
    const now = () => master.call('POST', `${URL}/backups/now`);
    const desk = backupDesk(harness.services.db);
    expect(done(await now()).backups.isUnderWay).toBe(true);
    expect(kicks).toBe(1);
    expect((await now()).text).toBe('A backup is already in progress.');
    const close = async () => {
      const request = await desk.openRequest(harness.time.now);
      if (request !== null) await desk.closeRequest(request);
    };
    await close();
    expect(await desk.openRequest(harness.time.now)).toBeNull();
    for (const status of [200, 200, 200, 429]) {
      expect((await now()).status).toBe(status);
      await close();
    }
    expect((await entries()).map(({ kind }) => kind)).toEqual(Array(4).fill('backup.requested'));
  });

  test('show the backup status as last reported by the process that makes backups', async () => {
    const report = {
      folder: '/srv',
      freeBytes: 12e9,
      problem: 'pg_dump was not found on PATH.',
      last: { at: harness.time.now - 60_000, bytes: 5000 },
      failure: null,
      runningSince: null,
    };
    const { db } = harness.services;
    await backupDesk(db).report(report);
    expect(await findReport(db.queries)).toEqual(report);
    const refused = await master.call('POST', `${URL}/backups/now`);
    expect([refused.status, refused.text]).toEqual([409, 'pg_dump was not found on PATH.']);
    const { backups } = done(await put('backups', { isOn: true, time: '05:00' }));
    expect(backups).toMatchObject({ report, isUnderWay: false });
    expect(new Date(backups.nextAt!).getTime()).toBeGreaterThan(harness.time.now);
  });
});
