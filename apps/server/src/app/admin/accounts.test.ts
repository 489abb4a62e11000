import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../testing/engines.ts';
import { createHarness, type Harness, PASSWORD } from '../../testing/harness.ts';
import {
  accountTable,
  createMaster,
  removeSecondFactorOf,
  resetPassword,
  restoreSuspended,
  type Shell,
  suspend,
} from './accounts.ts';

describe.each(engines)('admin commands on %s', (engine) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await createHarness({ engine });
  });
  afterAll(() => harness.close());

  const signIn = (username: string, password: string) =>
    harness.anonymous().call('POST', '/api/login', { username, password });
  const input = (username: string) => ({
    username,
    password: 'long enough',
    firstName: 'Pat',
    lastName: 'Lee',
    email: 'pat@example.test',
    phone: '5550100000',
  });
  const { now } = Date;
  const shell = (mailer: object | null = null): Shell => ({
    db: harness.database.db,
    mailer,
    productName: 'Flags',
    clock: () => harness.time.now,
  });
  const MAIL = { smtpUrl: 'smtp://mail.example', from: 'flags@example.test' };
  /** Returns the emails that are waiting for the mail server, and removes them from the queue. */
  const queued = async () => {
    const rows = await harness.database.db.queries
      .deleteFrom('outgoing_mails')
      .returning('body')
      .execute();
    return rows.map(({ body }) => ({ to: body.to, subject: body.subject, text: body.text }));
  };

  test('create a master who can sign in and who has a profile in the realtime database', async () => {
    const { db } = harness.database;
    await createMaster(db, input('Pat'), harness.time.now);
    await harness.link.flushOutbox();
    const answer = await signIn('pat', 'long enough');
    expect(answer.json).toMatchObject({ username: 'Pat', role: 'master' });
    expect(harness.link.leaves.get(`users/${answer.json.id}/profile/email`)).toBe(
      'pat@example.test',
    );
    await expect(createMaster(db, input('PAT'), now())).rejects.toThrow(
      'This username is already taken.',
    );
  });

  test("replace a user's password with a temporary one, end the user's sessions, and require a new password at the next sign-in", async () => {
    const id = await harness.addUser('master', {}, 'Robin');
    const client = await harness.client(id);
    const temporary = await resetPassword(shell(), 'robin', null);
    expect((await client.call('GET', '/api/user')).status).toBe(401);
    expect((await signIn('Robin', PASSWORD)).status).toBe(401);
    expect((await signIn('Robin', temporary ?? '')).json).toMatchObject({ temporary: true });

    expect(await resetPassword(shell(), 'Robin', 'chosen by hand')).toBe(null);
    expect((await signIn('Robin', temporary ?? '')).status).toBe(401);
    expect((await signIn('Robin', 'chosen by hand')).json).toMatchObject({ temporary: false });
    await expect(resetPassword(shell(), 'nobody', null)).rejects.toThrow(
      'No account has the username nobody.',
    );
  });

  test('turn off two-factor authentication for a user who has lost the authenticator app', async () => {
    const { db } = harness.database;
    const id = await harness.addUser('master', {}, 'Kim');
    const row = { user_id: id, secret: 'sealed', confirmed_at: 1, last_step: 0 };
    await db.queries.insertInto('second_factors').values(row).execute();
    expect((await signIn('Kim', PASSWORD)).json).not.toMatchObject({ username: 'Kim' });
    await removeSecondFactorOf(shell(), 'kim');
    expect((await signIn('Kim', PASSWORD)).json).toMatchObject({ username: 'Kim' });
  });

  test('notify users by email when an operator changes their password or turns off their two-factor authentication', async () => {
    const { db } = harness.database;
    const id = await harness.addUser('master', {}, 'Lou');
    const confirmed_email = 'lou@example.test';
    // This setting affects only emails about sign-ins.
    const settings = { confirmed_email, email: 'new@example.test', mails_sign_ins: false };
    await db.queries.updateTable('users').set(settings).where('id', '=', id).execute();
    const row = { user_id: id, secret: 'sealed', confirmed_at: 1, last_step: 0 };
    await db.queries.insertInto('second_factors').values(row).execute();
    await queued();

    await resetPassword(shell(MAIL), 'lou', null);
    await resetPassword(shell(MAIL), 'lou', 'chosen by hand');
    const password = {
      to: confirmed_email,
      subject: 'Flags: your password was changed',
      text: expect.stringContaining('A new password was set for the Flags account "Lou".'),
    };
    expect(await queued()).toEqual([password, password]);
    await removeSecondFactorOf(shell(MAIL), 'lou');
    expect(await queued()).toMatchObject([
      { subject: 'Flags: two-factor authentication was turned off' },
    ]);
    // Two-factor authentication is already off, and without a mail server nothing is queued.
    await removeSecondFactorOf(shell(MAIL), 'lou');
    await resetPassword(shell(null), 'lou', null);
    expect(await queued()).toEqual([]);
  });

  test('suspend and restore an account, and list the account with its status', async () => {
    const { db } = harness.database;
    const client = await harness.client(await harness.addUser('master', {}, 'Sam'));
    const state = async () =>
      (await accountTable(db)).find(([username]) => username === 'Sam')?.at(-1);
    await suspend(db, 'sam', harness.time.now);
    expect((await client.call('GET', '/api/user')).status).toBe(401);
    expect(await state()).toBe('suspended');
    await restoreSuspended(db, 'sam', harness.time.now);
    expect(await state()).toBe('active');
    expect((await signIn('Sam', PASSWORD)).status).toBe(200);
  });
});
