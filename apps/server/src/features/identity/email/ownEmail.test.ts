import { FORGOT_PASSWORD_FAILED, PASSWORD_NEEDED } from '@halyard/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../../platform/database/tables/messages.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { deliverMails } from '../../../platform/mail/queue.ts';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness, PASSWORD } from '../../../testing/harness.ts';
import { contactBody, createWorld, type World } from '../../../testing/world.ts';
import { FRESH_MS } from '../sessions/freshSignIn.ts';
import { sweepConfirmations } from './emailConfirmations.ts';

const HOUR_MS = 60 * 60_000;
const NEW = 'new@example.test';

describe.each(engines)("a change to a user's own email address on %s", (engine) => {
  const sent: Mail[] = [];
  const mailer: Mailer = { send: async (mail) => void sent.push(mail), close: () => {} };
  let harness: Harness;
  let world: World;
  let person: Client;
  let username: string;
  let old: string;
  beforeAll(async () => {
    const settings = { publicUrl: 'https://h.example' };
    harness = await createHarness({ engine, mailer, settings });
    world = await createWorld(harness, await harness.as('master'));
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.time.now += 2 * HOUR_MS;
    await mails();
    username = `pat-${harness.time.now}`;
    const id = await harness.addUser('company_user', world, username);
    person = await harness.client(id);
    old = (await own()).email;
  });

  const own = async () => (await person.call('GET', '/api/user')).json;
  /** The two API calls that change a caller's own email address. */
  const byProfile = (email: string) =>
    person.call('PATCH', '/api/user/profile', { ...contactBody(), email });
  const byUsers = (email: string) => person.call('PATCH', `/api/users/${person.id}`, { email });
  const WAYS = [
    ['the profile', byProfile],
    ['the list of users', byUsers],
  ] as const;
  /** Sends the queued emails. @returns the sent emails, by recipient */
  const mails = async () => {
    await deliverMails(harness.services, () => false);
    return Object.fromEntries(sent.splice(0).map((mail) => [mail.to, mail]));
  };
  const enter = (password: string, by = person) =>
    by.call('POST', '/api/user/password/confirmation', { password });
  const forgot = () => harness.anonymous().call('POST', '/api/auth/forgot-password', { username });
  const confirm = (code: string) =>
    harness.anonymous().call('POST', '/api/email-confirmation', { code });
  const codeIn = (mail: { text: string } | undefined) =>
    /https:\/\/h\.example\/confirm-email#(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'none';

  test.each(WAYS)(
    'requires the password, or a sign-in within the last ten minutes (in %s)',
    async (_, change) => {
      harness.time.now += FRESH_MS;
      const refused = await change(NEW);
      expect([refused.status, refused.text]).toEqual([403, PASSWORD_NEEDED]);
      const wrong = await enter('not the password');
      expect([wrong.status, wrong.text]).toEqual([400, 'The password is incorrect.']);
      expect((await change(NEW)).status).toBe(403);
      expect((await enter(PASSWORD)).status).toBe(200);
      expect((await change(NEW)).status).toBe(200);
      expect((await own()).email).toBe(NEW);
    },
  );

  test('is rejected if the password was entered only in another session', async () => {
    const thief = await harness.client(person.id);
    harness.time.now += FRESH_MS;
    await enter(PASSWORD);
    const body = { ...contactBody(), email: NEW };
    expect((await thief.call('PATCH', '/api/user/profile', body)).status).toBe(403);
  });

  test('requires no recent sign-in if the address stays the same or only other fields change', async () => {
    harness.time.now += FRESH_MS;
    expect((await byProfile(old)).status).toBe(200);
    expect((await person.call('PATCH', `/api/users/${person.id}`, { phone: '7' })).status).toBe(
      200,
    );
    expect(await mails()).toEqual({});
  });

  test.each(WAYS)(
    'notifies the old address, and asks the user to confirm the new one (in %s)',
    async (_, change) => {
      await change(NEW);
      const sent = await mails();
      expect(Object.keys(sent).sort()).toEqual([old, NEW].sort());
      expect(sent[old]?.subject).toBe('Halyard: your email address was changed');
      expect(sent[old]?.text).toContain(`"${username}" was changed to ${NEW}.`);
      expect(await own()).toMatchObject({ email: NEW, confirmedEmail: old });
      // Until the new address is confirmed, password recovery uses the old one.
      expect((await forgot()).status).toBe(200);
      expect(Object.keys(await mails())).toEqual([old]);

      const answer = await confirm(codeIn(sent[NEW]));
      expect(answer.json).toEqual({ email: NEW, username });
      expect(await own()).toMatchObject({ email: NEW, confirmedEmail: NEW });
      expect((await forgot()).status).toBe(200);
      expect(Object.keys(await mails())).toEqual([NEW]);
    },
  );

  test.each(WAYS)(
    'is possible only a few times, so that nobody can keep emailing strangers (in %s)',
    async (_, change) => {
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) statuses.push((await change(`p${i}@example.test`)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 429]);
      expect((await byProfile('by-the-other-way@example.test')).status).toBe(429);
      expect((await byUsers('by-the-other-way@example.test')).status).toBe(429);
    },
  );

  test('is confirmed only by the newest link, which works once and expires after 24 hours', async () => {
    await byProfile('first@example.test');
    const first = codeIn((await mails())['first@example.test']);
    await byProfile(NEW);
    const second = codeIn((await mails())[NEW]);
    expect((await confirm(first)).status).toBe(403);
    const again = await person.call('POST', '/api/user/email/confirmation');
    expect(again.status).toBe(200);
    const third = codeIn((await mails())[NEW]);
    expect((await confirm(second)).status).toBe(403);
    harness.time.now += 24 * HOUR_MS;
    expect((await confirm(third)).status).toBe(403);
    await person.call('POST', '/api/user/email/confirmation');
    const fourth = codeIn((await mails())[NEW]);
    expect((await confirm(fourth)).status).toBe(200);
    expect((await confirm(fourth)).status).toBe(403);
    expect((await person.call('POST', '/api/user/email/confirmation')).status).toBe(409);
    const { db } = harness.services;
    await sweepConfirmations(db, harness.time.now + 25 * HOUR_MS);
    const left = await db.queries.selectFrom('email_confirmations').select('id').execute();
    expect(left).toEqual([]);
  });

  test('is canceled if another user changes the address; such a change needs no confirmation', async () => {
    await byProfile(NEW);
    const code = codeIn((await mails())[NEW]);
    const email = 'set-by-the-boss@example.test';
    world.companyUser = await harness.client(world.companyUser.id);
    await world.companyUser.call('PATCH', `/api/users/${person.id}`, { email });
    expect(await own()).toMatchObject({ email, confirmedEmail: email });
    expect((await confirm(code)).status).toBe(403);
    expect((await own()).confirmedEmail).toBe(email);
  });

  test('must be confirmed before a user who joined by invitation can get temporary passwords by email', async () => {
    const { companyId } = world;
    const { json } = await world.companyUser.call('POST', '/api/invitations', { companyId });
    username = `joined-${harness.time.now}`;
    const body = { ...contactBody(), email: NEW, code: json.code, username, password: PASSWORD };
    const joined = await harness.anonymous().call('POST', '/api/register', body);
    expect(joined.json).toMatchObject({ email: NEW, confirmedEmail: '' });
    const code = codeIn((await mails())[NEW]);
    const asked = await forgot();
    expect([asked.status, asked.text]).toEqual([404, FORGOT_PASSWORD_FAILED]);
    expect((await confirm(code)).status).toBe(200);
    expect((await forgot()).status).toBe(200);
  });

  test('works without a mail server, but an attempt to confirm the address fails with an error that says who can help', async () => {
    const silent = await createHarness({ engine });
    try {
      const client = await silent.as('employee');
      const body = { ...contactBody(), email: NEW };
      expect((await client.call('PATCH', '/api/user/profile', body)).status).toBe(200);
      const { email, confirmedEmail } = (await client.call('GET', '/api/user')).json;
      expect(email).toBe(NEW);
      expect(confirmedEmail).not.toBe(NEW);
      const asked = await client.call('POST', '/api/user/email/confirmation');
      expect([asked.status, asked.text]).toEqual([
        409,
        'This server cannot send emails with links. Ask your administrator to enter your email address for you.',
      ]);
    } finally {
      await silent.close();
    }
  });

  test('requires a recent sign-in, and so does creating an API token or a service account', async () => {
    const master = await harness.as('master');
    const token = { name: 'Script', scope: 'read', expiresInDays: null };
    const account = { ...token, role: 'company_user', companyId: world.companyId };
    const make = async () => [
      await master.call('POST', '/api/tokens', token),
      await master.call('POST', '/api/service-accounts', account),
    ];
    harness.time.now += FRESH_MS;
    for (const { status, text } of await make())
      expect([status, text]).toEqual([403, PASSWORD_NEEDED]);
    await enter(PASSWORD, master);
    for (const { status } of await make()) expect(status).toBe(201);
  });

  test('is delayed after wrong passwords', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await enter(`guess ${i}`)).status);
    expect(statuses.slice(-1)).toEqual([429]);
  });
});
