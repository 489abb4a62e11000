import { PASSWORD_NEEDED } from '@halyard/domain';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../../platform/database/tables/messages.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { deliverMails } from '../../../platform/mail/queue.ts';
import { engines } from '../../../testing/engines.ts';
import {
  type Answer,
  type Client,
  createHarness,
  DAY_MS,
  type Harness,
  PASSWORD,
} from '../../../testing/harness.ts';
import { contactBody, createWorld, type World } from '../../../testing/world.ts';
import { FRESH_MS } from './freshSignIn.ts';
import { BROWSER_MS, sweepBrowsers } from './knownBrowsers.ts';

const NEW_DEVICE = 'Halyard: sign-in from a new device';
const CHANGED = 'Halyard: your password was changed';

describe.each(engines)('account owners on %s', (engine) => {
  const sent: Mail[] = [];
  const mailer: Mailer = { send: async (mail) => void sent.push(mail), close: () => {} };
  let harness: Harness;
  let world: World;
  let person: Client;
  let username: string;
  let email: string;
  beforeAll(async () => {
    harness = await createHarness({ engine, mailer });
    world = await createWorld(harness, await harness.as('master'));
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.time.now += DAY_MS;
    await subjects();
    username = `pat-${harness.time.now}`;
    const id = await harness.addUser('location_user', world, username);
    harness.time.now += DAY_MS;
    person = await harness.client(id);
    world.companyUser = await harness.client(world.companyUser.id);
    email = (await person.call('GET', '/api/user')).json.email;
  });

  /**
   * Sends the queued emails.
   * @returns the subjects of the emails to the user
   */
  const subjects = async () => {
    await deliverMails(harness.services, () => false);
    return sent
      .splice(0)
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject);
  };
  const signIn = (cookie = '', password = PASSWORD, remoteAddress = '192.0.2.7') =>
    harness
      .anonymous()
      .call('POST', '/api/login', { username, password }, { headers: { cookie }, remoteAddress });
  /** Returns the cookie that identifies the browser. */
  const browserOf = (answer: Answer) =>
    [answer.headers['set-cookie']]
      .flat()
      .map((header) => String(header).split(';')[0]!)
      .find((cookie) => cookie.startsWith('halyard_3000_browser='))!;

  test('get no new-device email when they register', async () => {
    const { companyId } = world;
    const { json } = await world.companyUser.call('POST', '/api/invitations', { companyId });
    email = `joined-${harness.time.now}@example.test`;
    const body = { ...contactBody(), email, code: json.code, username: email };
    await harness.anonymous().call('POST', '/api/register', { ...body, password: PASSWORD });
    expect(await subjects()).not.toContain(NEW_DEVICE);
  });

  describe('get an email', () => {
    test('about the first sign-in from a new device, but not about the next one from the same device', async () => {
      const first = await signIn();
      expect(await subjects()).toEqual([NEW_DEVICE]);
      await signIn(browserOf(first));
      expect(await subjects()).toEqual([]);
      await signIn('halyard_3000_browser=made-up');
      expect(await subjects()).toEqual([NEW_DEVICE]);
    });

    test('about a changed password, no matter who changed it', async () => {
      await person.call('PATCH', '/api/user/password', {
        currentPassword: PASSWORD,
        newPassword: 'long enough',
      });
      expect(await subjects()).toEqual([CHANGED]);
      const set = { password: 'set by the boss' };
      await world.companyUser.call('PATCH', `/api/users/${person.id}`, set);
      expect(await subjects()).toEqual([CHANGED]);
    });

    test('when someone turns two-factor authentication on or off', async () => {
      const turn = async (secret: string, path: string) => {
        harness.time.now += 60_000;
        const timestamp = harness.time.now;
        const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
        const method = path === '' ? 'PUT' : 'POST';
        const body = { code, password: PASSWORD };
        const answer = await person.call(method, `/api/user/second-factor${path}`, body);
        expect(answer.status).toBe(200);
      };
      const start = async () =>
        (await person.call('POST', '/api/user/second-factor')).json.secret as string;
      const secret = await start();
      await turn(secret, '');
      expect(await subjects()).toEqual(['Halyard: two-factor authentication was turned on']);
      await turn(secret, '/disable');
      expect(await subjects()).toEqual(['Halyard: two-factor authentication was turned off']);
      await turn(await start(), '');
      await subjects();
      await world.companyUser.call('DELETE', `/api/users/${person.id}/second-factor`);
      expect(await subjects()).toEqual(['Halyard: two-factor authentication was turned off']);
    });

    test('about a new API token', async () => {
      const token = { name: 'Script', scope: 'read', expiresInDays: null };
      await person.call('POST', '/api/tokens', token);
      expect(await subjects()).toEqual(['Halyard: new API token']);
    });
  });

  test('can turn off only emails about sign-ins, and only after a recent sign-in', async () => {
    const turn = (mailsSignIns: boolean) =>
      person.call('PUT', '/api/user/sign-in-mails', { mailsSignIns });
    harness.time.now += FRESH_MS;
    const refused = await turn(false);
    expect([refused.status, refused.text]).toEqual([403, PASSWORD_NEEDED]);
    await person.call('POST', '/api/user/password/confirmation', { password: PASSWORD });
    expect((await turn(false)).json.mailsSignIns).toBe(false);
    expect(await subjects()).toEqual(['Halyard: emails about sign-ins are off']);
    await signIn();
    expect(await subjects()).toEqual([]);
    await person.call('PATCH', '/api/user/password', {
      currentPassword: PASSWORD,
      newPassword: 'long enough',
    });
    expect(await subjects()).toEqual([CHANGED]);
    expect((await turn(true)).json.mailsSignIns).toBe(true);
  });

  describe('after someone has guessed at their password from many IP addresses', () => {
    let addresses = 0;
    const guess = async (cookie = '', password = 'a wrong guess') =>
      (await signIn(cookie, password, `198.51.${100 + (addresses >> 8)}.${addresses++ & 255}`))
        .status;

    test('must wait to sign in, except in a browser where they have signed in before', async () => {
      const known = browserOf(await signIn());
      const statuses: number[] = [];
      for (let i = 0; i < 52; i++) statuses.push(await guess());
      expect(statuses.slice(0, 50)).toEqual(Array(50).fill(401));
      expect(statuses.at(-1)).toBe(429);
      // In another browser, the owner waits at most a minute. In this browser, there is no wait.
      expect(await guess('', PASSWORD)).toBe(429);
      expect(await guess(known, PASSWORD)).toBe(200);
    });

    test('must also wait in their own browser after 30 wrong guesses there, but not in another browser that they use', {
      timeout: 60_000,
    }, async () => {
      const stolen = browserOf(await signIn());
      const another = browserOf(await signIn());
      const statuses: number[] = [];
      for (let i = 0; i < 40; i++) statuses.push(await guess(stolen));
      expect(statuses).toEqual([...Array(31).fill(401), ...Array(9).fill(429)]);
      expect(await guess(stolen, PASSWORD)).toBe(429);
      expect(await guess(another, PASSWORD)).toBe(200);
      harness.time.now += 60_000;
      expect(await guess(stolen, PASSWORD)).toBe(200);
    });

    test('must also wait in a browser where only someone else has signed in, and in every browser after all their sessions were ended', {
      timeout: 60_000,
    }, async () => {
      const known = browserOf(await signIn());
      const other = `other-${harness.time.now}`;
      const otherId = await harness.addUser('employee', world, other);
      for (let i = 0; i < 51; i++) await guess();
      expect(await guess(known, PASSWORD)).toBe(200);
      username = other;
      for (let i = 0; i < 51; i++) await guess();
      expect(await guess(known, PASSWORD)).toBe(429);
      harness.time.now += 60_000;
      expect(await guess(known, PASSWORD)).toBe(200);
      for (let i = 0; i < 51; i++) await guess();
      await world.companyUser.call('DELETE', `/api/users/${otherId}/sessions`);
      expect(await guess(known, PASSWORD)).toBe(429);
    });
  });

  test('are no longer recognized in a browser if they have not signed in there for 400 days', async () => {
    await signIn();
    const { db } = harness.services;
    await sweepBrowsers(db, harness.time.now + BROWSER_MS);
    expect(await db.queries.selectFrom('known_browsers').select('id').execute()).toEqual([]);
  });
});
