import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import {
  type Answer,
  type Client,
  createHarness,
  type Harness,
  PASSWORD,
} from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import type { StepCookie } from '../../calls/handlers.ts';
import { makeTemporaryPassword } from '../passwords/temporaryPassword.ts';
import { sweepPendingSignIns } from '../signIn/secondFactorSignIn.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const WRONG = 'This code is incorrect or was already used. Enter a new one.';
const TOO_LATE = 'Too much time has passed. Sign in with your password again.';

describe.each(engines)('two-factor authentication on %s', (engine) => {
  let harness: Harness;
  let world: World;
  let id: string;
  let username: string;
  let client: Client;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    world = await createWorld(harness, await harness.as('master'));
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.time.now += 60 * MINUTE_MS;
    username = `pat-${harness.time.now}`;
    id = await harness.addUser('location_user', world, username);
    client = await harness.client(id);
    world.companyUser = await harness.client(world.companyUser.id);
  });

  /** Returns the code that an authenticator app will show after this many time steps. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: harness.time.now + steps * STEP_MS,
    });
  const start = async () => (await client.call('POST', '/api/user/second-factor')).json;
  const confirm = (code: string, password = PASSWORD) =>
    client.call('PUT', '/api/user/second-factor', { code, password });
  /** Turns on two-factor authentication, which uses up the current code. */
  async function enrol(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = await start();
    const { json } = await confirm(codeOf(secret));
    return { secret, recoveryCodes: json.recoveryCodes };
  }
  const cookieOf = (answer: Answer, name: string) =>
    [answer.headers['set-cookie']]
      .flat()
      .map((header) => String(header).split(';')[0]!)
      .find((cookie) => cookie.startsWith(`${name}=`));
  const password = (given = PASSWORD) =>
    harness.anonymous().call('POST', '/api/login', { username, password: given });
  const step: StepCookie['step'] = 'second-factor';
  /** Takes the second step of a sign-in, with the cookie from the first step. */
  const finish = (first: Answer, code: string, remoteAddress = '127.0.0.1') =>
    harness
      .anonymous()
      .call(
        'POST',
        '/api/login/second-factor',
        { code },
        { headers: { cookie: cookieOf(first, `halyard_3000_${step}`) ?? '' }, remoteAddress },
      );
  const next = () => {
    harness.time.now += 2 * STEP_MS;
  };

  test('is turned on with a code and the password, and shows recovery codes once', async () => {
    const before = await client.call('GET', '/api/user/second-factor');
    expect(before.json).toEqual({ since: null, recoveryCodesLeft: 0, required: false });
    const { secret, uri } = await start();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Halyard:${username}?issuer=Halyard&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await confirm('000000')).text).toMatch(/^This code is incorrect/);
    const unknown = await confirm(codeOf(secret), 'not the password');
    expect([unknown.status, unknown.text]).toEqual([400, 'The password is incorrect.']);
    const { status, json } = await confirm(codeOf(secret));
    expect(status).toBe(200);
    expect(new Set(json.recoveryCodes).size).toBe(10);
    expect(json.recoveryCodes[0]).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    const after = await client.call('GET', '/api/user/second-factor');
    expect(after.json).toEqual({
      since: harness.time.now,
      recoveryCodesLeft: 10,
      required: false,
    });
    expect((await client.call('POST', '/api/user/second-factor')).status).toBe(409);
  });

  test('is not required at sign-in until the user has confirmed it with a code', async () => {
    await start();
    expect((await password()).json).toMatchObject({ username });
  });

  test('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes } = await enrol();
    const { queries } = harness.services.db;
    const stored = JSON.stringify([
      await queries.selectFrom('second_factors').selectAll().execute(),
      await queries.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    for (const told of [secret, ...recoveryCodes]) expect(stored).not.toContain(told);
  });

  test('is required at sign-in in addition to the password', async () => {
    const { secret } = await enrol();
    next();
    const first = await password();
    expect([first.status, first.json]).toEqual([200, { secondFactorAsked: true }]);
    expect(cookieOf(first, 'halyard_3000')).toBe(undefined);
    expect(String(first.headers['set-cookie'])).toMatch(
      /^halyard_3000_second-factor=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const cookie = cookieOf(first, 'halyard_3000_second-factor')!;
    for (const stolen of [cookie, cookie.replace('_second-factor', '')]) {
      const answer = await harness
        .anonymous()
        .call('GET', '/api/user', undefined, { headers: { cookie: stolen } });
      expect(answer.status).toBe(401);
    }
    const second = await finish(first, codeOf(secret));
    expect(second.json).toMatchObject({ username, temporary: false });
    const session = cookieOf(second, 'halyard_3000')!;
    const own = await harness
      .anonymous()
      .call('GET', '/api/user', undefined, { headers: { cookie: session } });
    expect(own.status).toBe(200);
  });

  test('is not revealed by the response to a wrong password', async () => {
    await enrol();
    const answer = await password('not the password');
    expect([answer.status, answer.text]).toEqual([401, 'Invalid username or password.']);
  });

  test('accepts each code only once, even from two simultaneous requests', async () => {
    const { secret } = await enrol();
    // This code was already used to turn on two-factor authentication.
    const again = await finish(await password(), codeOf(secret));
    expect([again.status, again.text]).toEqual([401, WRONG]);
    next();
    const [one, two] = [await password(), await password()];
    const code = codeOf(secret);
    const answers = await Promise.all([finish(one, code), finish(two, code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ])('responds to a code that is %d time steps off with status %d', async (steps, status) => {
    const { secret } = await enrol();
    harness.time.now += 10 * STEP_MS;
    expect((await finish(await password(), codeOf(secret, steps))).status).toBe(status);
  });

  test('rejects an earlier code after a later one has been used', async () => {
    const { secret } = await enrol();
    harness.time.now += 10 * STEP_MS;
    expect((await finish(await password(), codeOf(secret, 1))).status).toBe(200);
    expect((await finish(await password(), codeOf(secret, 0))).status).toBe(401);
  });

  test('accepts each recovery code once, in any case and with any spacing', async () => {
    const { recoveryCodes } = await enrol();
    const typed = ` ${recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')} `;
    const answers = await Promise.all([
      finish(await password(), typed),
      finish(await password(), recoveryCodes[0]!),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const { json } = await client.call('GET', '/api/user/second-factor');
    expect(json.recoveryCodesLeft).toBe(9);
    expect((await finish(await password(), recoveryCodes[1]!)).status).toBe(200);
  });

  test("rejects another user's code", async () => {
    const { secret, recoveryCodes } = await enrol();
    username = `other-${harness.time.now}`;
    id = await harness.addUser('location_user', world, username);
    client = await harness.client(id);
    await enrol();
    next();
    for (const code of [codeOf(secret), recoveryCodes[0]!])
      expect((await finish(await password(), code)).status).toBe(401);
  });

  test('accepts a code within five minutes after the password, only once, and only in the same browser', async () => {
    const { secret } = await enrol();
    const first = await password();
    harness.time.now += 5 * MINUTE_MS;
    const late = await finish(first, codeOf(secret));
    expect([late.status, late.text]).toEqual([401, TOO_LATE]);
    await sweepPendingSignIns(harness.services.db, harness.time.now);
    const left = harness.services.db.queries.selectFrom('pending_sign_ins').selectAll();
    expect(await left.where('user_id', '=', id).execute()).toEqual([]);
    await password();
    const elsewhere = await harness
      .anonymous()
      .call('POST', '/api/login/second-factor', { code: codeOf(secret) });
    expect([elsewhere.status, elsewhere.text]).toEqual([401, TOO_LATE]);
    const again = await password();
    expect((await finish(again, codeOf(secret))).status).toBe(200);
    next();
    expect((await finish(again, codeOf(secret))).status).toBe(401);
  });

  test('cancels unfinished sign-ins when the password changes or the account is suspended', async () => {
    const { secret } = await enrol();
    const first = await password();
    await client.call('PATCH', '/api/user/password', {
      currentPassword: PASSWORD,
      newPassword: 'another one',
    });
    next();
    expect((await finish(first, codeOf(secret))).text).toBe(TOO_LATE);
    const second = await password('another one');
    await world.companyUser.call('PUT', `/api/users/${id}/suspension`);
    expect((await finish(second, codeOf(secret))).text).toBe(TOO_LATE);
  });

  test('throttles wrong codes per IP address, and per account across all IP addresses', async () => {
    const { secret } = await enrol();
    next();
    const first = await password();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await finish(first, '123456', `10.3.0.${i}`)).status);
    expect(statuses).toEqual([...Array<number>(11).fill(401), 429]);
    const refused = await finish(first, codeOf(secret), '10.3.1.1');
    expect(refused.text).toBe('Too many attempts. Try again in 1 second.');
    harness.time.now += 1500;
    expect((await finish(first, codeOf(secret), '10.3.1.1')).status).toBe(200);
  });

  test('cannot be turned off by guessing codes, because wrong codes are throttled', async () => {
    const { secret, recoveryCodes } = await enrol();
    next();
    const off = (code: string, remoteAddress: string, given = PASSWORD) =>
      client.call(
        'POST',
        '/api/user/second-factor/disable',
        { code, password: given },
        { remoteAddress },
      );
    // Someone who does not know the password cannot delay the owner's sign-in.
    for (let i = 0; i < 12; i++) await off('123456', `10.4.0.${i}`, 'not the password');
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await off('123456', `10.4.1.${i}`)).status);
    expect(statuses).toEqual([...Array<number>(11).fill(400), 429]);
    expect((await off(codeOf(secret), '10.4.2.1')).status).toBe(429);
    expect((await off(recoveryCodes[0]!, '10.4.2.2')).status).toBe(200);
  });

  test('is still required after a forgotten password is reset', async () => {
    const { secret } = await enrol();
    const { db } = harness.services;
    const temporary = await makeTemporaryPassword(db, id, harness.time.now);
    next();
    const first = await password(temporary);
    expect(first.json).toEqual({ secondFactorAsked: true });
    const second = await finish(first, codeOf(secret));
    expect(second.json).toMatchObject({ username, temporary: true });
  });

  test('can be turned off with the password and either a code or a recovery code', async () => {
    const { secret, recoveryCodes } = await enrol();
    const off = (code: string, given = PASSWORD) =>
      client.call('POST', '/api/user/second-factor/disable', { code, password: given });
    next();
    expect((await off('000000')).text).toBe(WRONG);
    expect((await off(codeOf(secret), 'not the password')).status).toBe(400);
    expect((await off(codeOf(secret))).status).toBe(200);
    expect((await password()).json).toMatchObject({ username });
    const anew = await enrol();
    expect(anew.secret).not.toBe(secret);
    expect((await finish(await password(), recoveryCodes[0]!)).status).toBe(401);
    expect((await off(anew.recoveryCodes[0]!)).status).toBe(200);
  });

  test('can be seen and turned off by another user who may update the account', async () => {
    await enrol();
    const row = async () => {
      const { json } = await world.companyUser.call('GET', '/api/users');
      return json.find((one: { id: string }) => one.id === id);
    };
    expect(await row()).toMatchObject({ secondFactor: true });
    const answer = await world.companyUser.call('DELETE', `/api/users/${id}/second-factor`);
    expect([answer.status, answer.json.secondFactor]).toEqual([200, false]);
    expect((await password()).json).toMatchObject({ username });
    const own = await client.call('GET', '/api/user/second-factor');
    expect(own.json).toMatchObject({ since: null, recoveryCodesLeft: 0 });
  });

  test('is recorded in the activity log each time it is turned on or off', async () => {
    const { recoveryCodes } = await enrol();
    await client.call('POST', '/api/user/second-factor/disable', {
      code: recoveryCodes[0],
      password: PASSWORD,
    });
    await enrol();
    await world.companyUser.call('DELETE', `/api/users/${id}/second-factor`);
    await world.companyUser.call('DELETE', `/api/users/${id}/sessions`);
    const rows = await harness.services.db.queries
      .selectFrom('activity')
      .select('kind')
      .where('subject', '=', username)
      .orderBy('id')
      .execute();
    expect(rows.map(({ kind }) => kind)).toEqual([
      'secondFactor.on',
      'secondFactor.off',
      'secondFactor.on',
      'secondFactor.removed',
      'user.signedOut',
    ]);
  });

  describe('for a role that requires it', () => {
    let strict: Harness;
    beforeAll(async () => {
      strict = await createHarness({ engine, settings: { requireSecondFactor: ['master'] } });
    });
    afterAll(() => strict.close());

    test('makes users without a second factor set one up before they can do anything else', async () => {
      const masterId = await strict.addUser('master', {}, 'strict');
      const signedIn = await strict
        .anonymous()
        .call('POST', '/api/login', { username: 'strict', password: PASSWORD });
      expect(signedIn.json).toMatchObject({ secondFactorMissing: true });
      const master = await strict.client(masterId);
      for (const url of ['/api/flags', '/api/users', '/api/user/sessions']) {
        const refused = await master.call('GET', url);
        expect([refused.status, refused.text]).toEqual([
          403,
          'Set up two-factor authentication first.',
        ]);
      }
      expect((await master.call('POST', '/api/realtime-token')).status).toBe(403);
      expect((await master.call('GET', '/api/user/second-factor')).json.required).toBe(true);
      const { json } = await master.call('POST', '/api/user/second-factor');
      const code = new TOTP({ secret: Secret.fromBase32(json.secret) }).generate({
        timestamp: strict.time.now,
      });
      await master.call('PUT', '/api/user/second-factor', { code, password: PASSWORD });
      expect((await master.call('GET', '/api/user')).json.secondFactorMissing).toBe(false);
      expect((await master.call('GET', '/api/flags')).status).toBe(200);
    });

    test('is still optional for users with other roles', async () => {
      const other = await strict.as('employee', { allCompanies: true });
      expect((await other.call('GET', '/api/flags')).status).toBe(200);
    });
  });

  test('needs an encryption key that all server processes share', async () => {
    const keyless = await createHarness({ engine, settings: { secrets: null } });
    const person = await keyless.as('master');
    const answer = await person.call('POST', '/api/user/second-factor');
    expect([answer.status, answer.text]).toEqual([
      409,
      'Two-factor authentication needs SECRETS_KEY when more than one server process runs. Ask the operator to set it.',
    ]);
    await keyless.close();
  });
});
