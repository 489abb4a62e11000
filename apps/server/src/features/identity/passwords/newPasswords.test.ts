import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMaster, resetPassword } from '../../../app/admin/accounts.ts';
import { engines } from '../../../testing/engines.ts';
import { type Answer, createHarness, type Harness, PASSWORD } from '../../../testing/harness.ts';
import { contactBody, createWorld, type World } from '../../../testing/world.ts';
import { ensureSetupCode } from '../signIn/setUpCode.ts';
import { refuseGuessable } from './newPasswords.ts';
import { makeTemporaryPassword } from './temporaryPassword.ts';

const COMMON = 'football';
const TOO_COMMON =
  'This password is too common and easy to guess. Choose another one, such as four random words.';
const OWN_NAME =
  'The password must differ from the username. Choose another one, such as four random words.';

describe('a new password', () => {
  test.each([
    ...['password', 'PassWord', '12345678', 'qwertyuiop', 'Football1!', 'princess2026'],
    // These have few different characters, or consist of runs and repetitions.
    ...['aaaaaaaa', 'aaaaaaaaaaaa', 'abcdefgh', 'abcd1234', 'aaaabbbb', 'qwer4321', 'abcabcabc'],
    ...['passwordpassword', '        ', '12345678 ', ' password', 'a        ', '\u3000'.repeat(8)],
    // These are short words with some characters around them.
    ...['letmein!', 'Summer2026!', '!!Winter2026', 'p@ssw0rd1', 'Welcome#123', 'summer 01/2026'],
    ...['halyard1', 'halyard-demo', 'Halyard2026!', 'halyardhalyard', 'myhalyard'],
  ])('is rejected if it is common: %s', (password) =>
    expect(() => refuseGuessable(password, 'pat')).toThrow(TOO_COMMON),
  );

  test.each([
    ['janitor-kim', 'Janitor-Kim'],
    ['janitorkim', 'JanitorKim2026'],
    ['janitorkim1', 'janitorkim99'],
    ['ＪａｎｉｔｏｒＫｉｍ', 'janitorkim'],
    ['janitorkim', 'janitorkimjanitorkim'],
    ['janitorkim', '1janitorkim'],
    ['janitorkim', 'janitorkim48213'],
    ['janitorkim', 'JanitorKim 123abc'],
    ['kim', '!!kim-2026'],
  ])('is rejected if it resembles the username %s: %s', (username, password) =>
    expect(() => refuseGuessable(password, username)).toThrow(OWN_NAME),
  );

  test.each([
    ...['correct horse', 'kim loves flags', 'xk3-9fq2-mm', '8842913-77120', PASSWORD],
    ...['long enough', 'a new password', 'summer on the harbor', 'the first of the rest'],
    ...['halyard sings at dusk', 'kq7xz2mb', 'Tr0ub4dor&3', 'größe-über-alles', 'mimikimono'],
    ...['フラッグは美しい旗', 'kimono-dragon-5'],
  ])('is accepted if it is hard to guess: %s', (password) =>
    expect(() => refuseGuessable(password, 'kim')).not.toThrow(),
  );
});

describe.each(engines)('an easily guessed password on %s', (engine) => {
  let harness: Harness;
  let world: World;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    world = await createWorld(harness, await harness.as('master'));
  });
  afterAll(() => harness.close());

  const refused = (answer: Answer, text: string) =>
    expect([answer.status, answer.text]).toEqual([400, text]);
  const register = (at: Harness, code: string, username: string, password: string) =>
    at.anonymous().call('POST', '/api/register', { ...contactBody(), code, username, password });

  test('is rejected during setup, and the setup code stays valid', async () => {
    const empty = await createHarness({ engine });
    try {
      const code = (await ensureSetupCode(empty.services.db))!;
      refused(await register(empty, code, 'first-master', COMMON), TOO_COMMON);
      refused(await register(empty, code, 'first-master', 'first-master'), OWN_NAME);
      expect((await register(empty, code, 'first-master', 'long enough')).status).toBe(201);
    } finally {
      await empty.close();
    }
  });

  test('is rejected when a user registers with an invitation', async () => {
    const { companyId } = world;
    const { json } = await world.companyUser.call('POST', '/api/invitations', { companyId });
    refused(await register(harness, json.code, 'new-colleague', COMMON), TOO_COMMON);
    refused(await register(harness, json.code, 'new-colleague', 'new-colleague'), OWN_NAME);
    expect((await register(harness, json.code, 'new-colleague', 'long enough')).status).toBe(201);
  });

  test('is rejected when users change their passwords', async () => {
    const id = await harness.addUser('location_user', world, 'change-of-mine');
    const client = await harness.client(id);
    const change = (newPassword: string) =>
      client.call('PATCH', '/api/user/password', { currentPassword: PASSWORD, newPassword });
    refused(await change(COMMON), TOO_COMMON);
    refused(await change('Change-Of-Mine'), OWN_NAME);
    expect((await change('long enough')).status).toBe(200);
  });

  test('is rejected when users replace temporary passwords', async () => {
    const id = await harness.addUser('location_user', world, 'forgotten-one');
    const password = await makeTemporaryPassword(harness.services.db, id, harness.time.now);
    const guest = harness.anonymous();
    const signedIn = await guest.call('POST', '/api/login', {
      username: 'forgotten-one',
      password,
    });
    const [cookie] = String(signedIn.headers['set-cookie']).split(';');
    const set = (newPassword: string) =>
      guest.call(
        'POST',
        '/api/user/new-password',
        { newPassword },
        { headers: { cookie: cookie! } },
      );
    refused(await set(COMMON), TOO_COMMON);
    refused(await set('forgotten-one'), OWN_NAME);
    expect((await set('long enough')).status).toBe(200);
  });

  test('is rejected when a user is created or renamed, or when another user sets the password', async () => {
    const { companyUser, locationId } = world;
    const create = (username: string, password: string) =>
      companyUser.call('POST', '/api/users', { ...contactBody(), username, password, locationId });
    refused(await create('made-by-an-admin', COMMON), TOO_COMMON);
    refused(await create('made-by-an-admin', 'made-by-an-admin'), OWN_NAME);
    const made = await create('made-by-an-admin', 'long enough');
    const update = (body: object) => companyUser.call('PATCH', `/api/users/${made.json.id}`, body);
    refused(await update({ password: COMMON }), TOO_COMMON);
    refused(await update({ password: 'made-by-an-admin' }), OWN_NAME);
    refused(await update({ username: 'renamed-then', password: 'renamed-then' }), OWN_NAME);
    expect((await update({ password: 'long enough' })).status).toBe(200);
  });

  test('is rejected by the admin commands', async () => {
    const { db } = harness.services;
    const { now } = harness.time;
    const shell = { ...harness.services, productName: 'Halyard' };
    const person = { ...contactBody(), username: 'at-the-shell', password: COMMON };
    await expect(createMaster(db, person, now)).rejects.toThrow(TOO_COMMON);
    await createMaster(db, { ...person, password: 'long enough' }, now);
    await expect(resetPassword(shell, 'at-the-shell', COMMON)).rejects.toThrow(TOO_COMMON);
    await expect(resetPassword(shell, 'At-The-Shell', 'at-the-shell')).rejects.toThrow(OWN_NAME);
  });
});
