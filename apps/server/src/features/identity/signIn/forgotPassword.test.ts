import { FORGOT_PASSWORD_FAILED } from '@halyard/domain';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { smtpMailer } from '../../../platform/mail/smtp.ts';
import { engines } from '../../../testing/engines.ts';
import { type Answer, createHarness, type Harness, PASSWORD } from '../../../testing/harness.ts';
import { type MailServer, startMailServer } from '../../../testing/mailServer.ts';
import { companyBody } from '../../../testing/world.ts';

const HOUR_MS = 60 * 60_000;

describe.each(engines)('resetting a forgotten password on %s', (engine) => {
  let mailServer: MailServer;
  let mailer: Mailer;
  let harness: Harness;
  let username: string;
  beforeAll(async () => {
    mailServer = await startMailServer();
    mailer = smtpMailer(mailServer.url, 'Halyard <halyard@example.test>');
    harness = await createHarness({ engine, mailer, settings: { publicUrl: 'https://h.example' } });
  });
  afterAll(async () => {
    await harness.close();
    mailer.close();
    await mailServer.close();
  });
  beforeEach(async () => {
    mailServer.mails.length = 0;
    harness.time.now += 2 * HOUR_MS;
    username = `pat-${harness.time.now}`;
    await harness.addUser('master', {}, username);
  });

  const ask = (name = username) =>
    harness.anonymous().call('POST', '/api/auth/forgot-password', { username: name });
  const signIn = (password: string) =>
    harness.anonymous().call('POST', '/api/login', { username, password });
  const as = (answer: Answer) => {
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
    return (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
      harness.anonymous().call(method, url, body, { headers: { cookie } });
  };
  const temporaryPassword = async () => {
    expect((await ask()).status).toBe(200);
    const { text = '' } = await PostalMime.parse(mailServer.mails.at(-1)!.raw);
    return /Temporary password: (\S+)/.exec(text)![1]!;
  };

  test('sends no email if PUBLIC_URL is not set, because the link would then use the host name in the request', async () => {
    const own = await createHarness({ engine, mailer, settings: { publicUrl: null } });
    await own.addUser('master', {}, 'alone');
    const answer = await own
      .anonymous()
      .call(
        'POST',
        '/api/auth/forgot-password',
        { username: 'alone' },
        { headers: { host: 'evil.example', origin: 'http://evil.example' } },
      );
    expect([answer.status, answer.text]).toEqual([
      409,
      'Password emails need Halyard’s public URL. Ask the operator to set PUBLIC_URL.',
    ]);
    expect(mailServer.mails).toEqual([]);
    await own.close();
  });

  test("limits how many emails a company's users get per day, even if many IP addresses request them", async () => {
    const own = await createHarness({
      engine,
      mailer,
      settings: { publicUrl: 'https://h.example', mailsPerCompany: 3 },
    });
    const admin = await own.as('master');
    const { json } = await admin.call('POST', '/api/companies', companyBody());
    for (let i = 0; i < 4; i++)
      await own.addUser('company_user', { companyId: json.id }, `many-${i}`);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const from = { remoteAddress: `192.0.2.${i}` };
      const body = { username: `many-${i}` };
      statuses.push(
        (await own.anonymous().call('POST', '/api/auth/forgot-password', body, from)).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(mailServer.mails).toHaveLength(3);
    await own.close();
  });

  test('emails a temporary password, and the old password keeps working', async () => {
    const password = await temporaryPassword();
    const mail = await PostalMime.parse(mailServer.mails[0]!.raw);
    expect(mail.from?.address).toBe('halyard@example.test');
    expect(mail.to?.map(({ address }) => address)).toEqual(mailServer.mails[0]!.to);
    expect(mail.subject).toBe('Halyard: your temporary password');
    expect(mail.text).toContain('https://h.example/auth');
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect((await signIn(PASSWORD)).json).toMatchObject({ username, temporary: false });
  });

  test('lets a user who signs in with the temporary password do nothing except set a new one', async () => {
    const granted = () =>
      [...harness.link.leaves.keys()].filter((path) => path.startsWith('access/'));
    const before = granted();
    const signedIn = await signIn(await temporaryPassword());
    // A temporary password also gives no access to the realtime database.
    expect(granted()).toEqual(before);
    expect(signedIn.json).toMatchObject({ username, temporary: true });
    const call = as(signedIn);
    expect((await call('GET', '/api/user')).json).toMatchObject({ temporary: true });
    for (const path of ['/api/flags', '/api/companies', '/api/users', '/api/federal-holidays']) {
      const refused = await call('GET', path);
      expect([refused.status, refused.text]).toEqual([403, 'Set a new password first.']);
    }

    const set = await call('POST', '/api/user/new-password', { newPassword: 'brand new one' });
    expect(set.json).toMatchObject({ username, temporary: false });
    expect((await call('GET', '/api/user')).status).toBe(401);
    expect((await as(set)('GET', '/api/flags')).status).toBe(200);
    expect((await signIn('brand new one')).status).toBe(200);
    expect((await signIn(PASSWORD)).status).toBe(401);
  });

  test('invalidates the temporary password when the user changes the regular one', async () => {
    const password = await temporaryPassword();
    await as(await signIn(PASSWORD))('PATCH', '/api/user/password', {
      currentPassword: PASSWORD,
      newPassword: 'changed by oneself',
    });
    expect((await signIn(password)).status).toBe(401);
  });

  test('invalidates the temporary password after an hour, and ends the session that was opened with it', async () => {
    const password = await temporaryPassword();
    const call = as(await signIn(password));
    harness.time.now += HOUR_MS - 1;
    expect((await call('GET', '/api/user')).status).toBe(200);
    harness.time.now += 2;
    expect((await call('GET', '/api/user')).status).toBe(401);
    expect((await signIn(password)).status).toBe(401);
  });

  test('replaces an earlier temporary password', async () => {
    const first = await temporaryPassword();
    const second = await temporaryPassword();
    expect((await signIn(first)).status).toBe(401);
    expect((await signIn(second)).status).toBe(200);
  });

  test('rejects a new password that is too short, but keeps the temporary session', async () => {
    const call = as(await signIn(await temporaryPassword()));
    const refused = await call('POST', '/api/user/new-password', { newPassword: 'short' });
    expect([refused.status, refused.text]).toEqual([
      400,
      'Password must be at least 8 characters long.',
    ]);
    expect((await call('GET', '/api/user')).status).toBe(200);
  });

  test('does not let a normal session set a new password without the old one', async () => {
    const call = as(await signIn(PASSWORD));
    const refused = await call('POST', '/api/user/new-password', { newPassword: 'long enough' });
    expect(refused.status).toBe(403);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('sends no email if the user is unknown or there is no mail server, but the response is the same', async () => {
    const unknown = await ask('nobody');
    expect([unknown.status, unknown.text]).toEqual([404, FORGOT_PASSWORD_FAILED]);
    const withoutMail = await createHarness({ engine });
    await withoutMail.addUser('master', {}, username);
    const answer = await withoutMail
      .anonymous()
      .call('POST', '/api/auth/forgot-password', { username });
    expect([answer.status, answer.text]).toEqual([404, FORGOT_PASSWORD_FAILED]);
    await withoutMail.close();
    expect(mailServer.mails).toEqual([]);
  });

  test('limits how many emails one user gets', async () => {
    const answers = [];
    for (let i = 0; i < 6; i++) answers.push((await ask()).status);
    expect(answers).toEqual([200, 200, 200, 200, 429, 429]);
    expect(mailServer.mails).toHaveLength(4);
  });
});
