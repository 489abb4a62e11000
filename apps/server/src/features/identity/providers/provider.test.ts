import { PASSWORD_NEEDED } from '@halyard/domain';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bothEngines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness, PASSWORD } from '../../../testing/harness.ts';
import { type OidcProvider, startOidcProvider } from '../../../testing/oidcProvider.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { sweepProviderSignIns } from './flow.ts';

const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const CALLBACK = 'http://localhost:3000/api/sign-in/callback';

describe.each(bothEngines)('sign-in with a provider on %s', (engine) => {
  let oidc: OidcProvider;
  let harness: Harness;
  let master: Client;
  let world: World;
  let count = 0;
  let sub: string;
  let email: string;
  beforeAll(async () => {
    oidc = await startOidcProvider(CALLBACK);
    const { issuer, clientId, clientSecret } = oidc;
    const systemProvider = { issuer, clientId, clientSecret, label: 'Contoso' };
    harness = await createHarness({ engine, settings: { systemProvider, publicUrl: null } });
    // The provider's tokens use the real time.
    harness.time.now = Date.now();
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(async () => {
    await harness.close();
    await oidc.close();
  });
  beforeEach(async () => {
    sub = `sub-${++count}`;
    email = `pat-${count}@acme.example`;
    oidc.people.set(sub, { email, email_verified: true, given_name: 'Pat', family_name: 'Lee' });
  });

  type Body = { email?: string };
  const begin = async (body: Body = {}) => {
    const answer = await harness.anonymous().call('POST', '/api/sign-in', body);
    const header = String(answer.headers['set-cookie']);
    return { ...answer, header, cookie: header.split(';')[0]! };
  };
  /** Opens the callback URL in the browser, with the browser's cookie. */
  const arrive = async (url: URL, cookie: string) => {
    const answer = await harness
      .anonymous()
      .call('GET', url.pathname + url.search, undefined, { headers: { cookie } });
    const session = [answer.headers['set-cookie']]
      .flat()
      .map((header) => String(header).split(';')[0]!)
      .find((one) => one.startsWith('halyard_3000='));
    return { status: answer.status, location: answer.headers.location, session };
  };
  const signIn = async (who = sub, body: Body = {}) => {
    const { json, cookie } = await begin(body);
    return arrive(await oidc.signIn(json.url, who), cookie);
  };
  const userOf = async (session: string | undefined) => {
    const headers = { cookie: session ?? '' };
    return (await harness.anonymous().call('GET', '/api/user', undefined, { headers })).json;
  };
  const refused = (problem: string) => ({
    status: 302,
    location: `/auth?problem=${problem}`,
    session: undefined,
  });
  const addUser = async (
    role: 'master' | 'company_user' | 'employee' = 'employee',
    tenant: object = world,
    address = email,
  ) => {
    const id = await harness.addUser(role, tenant);
    await harness.services.db.queries
      .updateTable('users')
      .set({ email: address, confirmed_email: address })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const providerBody = (more: object = {}) => ({
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    domains: ['acme.example'],
    createsAccounts: false,
    ...more,
  });
  const setProvider = (more: object = {}, companyId = world.companyId) =>
    master.call('PUT', `/api/companies/${companyId}/provider`, providerBody(more));

  describe('with the provider of the whole system', () => {
    test('opens the account with the verified email address, whatever its role, and remembers the user', async () => {
      const id = await addUser('master', {}, email.toUpperCase());
      const first = await signIn();
      expect(first).toMatchObject({ status: 302, location: '/' });
      expect(await userOf(first.session)).toMatchObject({ id, role: 'master', temporary: false });
      // From now on, only the user's ID at the provider counts, and not the email address.
      oidc.people.set(sub, { email: 'someone-else@acme.example', email_verified: true });
      expect(await userOf((await signIn()).session)).toMatchObject({ id });
    });

    test('never opens an account with an unconfirmed email address', async () => {
      const id = await addUser('master', {}, 'own@acme.example');
      const client = await harness.client(id);
      const contact = { firstName: 'Pat', lastName: 'Lee', phone: '5' };
      await client.call('PATCH', '/api/user/profile', { ...contact, email });
      expect(await signIn()).toEqual(refused('unknown'));
      // An address that another user has set counts as confirmed.
      expect((await master.call('PATCH', `/api/users/${id}`, { email })).status).toBe(200);
      expect(await userOf((await signIn()).session)).toMatchObject({ id });
    });

    test("ends the browser's previous session, as a sign-in with a password does", async () => {
      const before = await harness.as('company_user', world);
      await addUser('master', {});
      const started = await before.call('POST', '/api/sign-in', {});
      const cookie = String(started.headers['set-cookie']).split(';')[0]!;
      // When the provider redirects the browser back, it sends the cookie of the sign-in but not
      // that of the session.
      const entered = await arrive(await oidc.signIn(started.json.url, sub), cookie);
      expect(entered.location).toBe('/');
      expect((await before.call('GET', '/api/user')).status).toBe(401);
    });

    test("links the provider's user to the account, whose owner can see and remove the link", async () => {
      const id = await addUser('master', {});
      await signIn();
      const owner = await harness.client(id);
      const links = async () => (await owner.call('GET', '/api/user/sign-in-links')).json;
      const [link] = await links();
      expect(link).toEqual({
        id: expect.any(String),
        label: 'Contoso',
        issuer: oidc.issuer,
        since: harness.time.now,
      });
      const url = `/api/user/sign-in-links/${link.id}`;
      expect((await master.call('DELETE', url)).status).toBe(404);
      expect((await owner.call('DELETE', url)).status).toBe(204);
      expect(await links()).toEqual([]);
      // Without the link, the confirmed address must match again.
      oidc.people.set(sub, { email: 'someone-else@acme.example', email_verified: true });
      expect(await signIn()).toEqual(refused('unknown'));
    });

    describe('for actions that require a recent sign-in', () => {
      const MINUTE = 60_000;
      const RETURN = '/profile?dialog=set-up';
      let owner: Client;
      beforeEach(async () => {
        const id = await addUser('master', {});
        await signIn();
        owner = await harness.client(id);
        await harness.services.db.queries
          .updateTable('sessions')
          .set({ proven_at: harness.time.now - 11 * MINUTE })
          .where('user_id', '=', id)
          .execute();
      });
      const makeToken = async () =>
        owner.call('POST', '/api/tokens', { name: 'Script', scope: 'read', expiresInDays: 30 });
      const linkOf = async (client: Client) =>
        (await client.call('GET', '/api/user/sign-in-links')).json[0].id as string;
      const again = async (returnTo = RETURN) => {
        const url = `/api/user/sign-in-links/${await linkOf(owner)}/proof`;
        const { status, json, headers } = await owner.call('POST', url, { returnTo });
        const cookies = [headers['set-cookie'] ?? []]
          .flat()
          .map((one) => String(one).split(';')[0]!);
        return { status, url: json?.url, cookie: cookies.join('; ') };
      };

      test("confirms the session's user with a new sign-in at the provider, and returns to the page", async () => {
        expect(await makeToken()).toMatchObject({ status: 403, text: PASSWORD_NEEDED });
        const { url, cookie } = await again();
        const asked = new URL(url).searchParams;
        expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '600']);
        expect(await makeToken()).toMatchObject({ status: 403 });
        expect(await arrive(await oidc.signIn(url, sub), cookie)).toEqual({
          status: 302,
          location: '/profile?dialog=set-up&sign-in=done',
          session: undefined,
        });
        expect((await makeToken()).status).toBe(201);
        // The session is still the same, and there is no other.
        expect((await owner.call('GET', '/api/user')).status).toBe(200);
      });

      test('lets users without a password turn two-factor authentication on and off', async () => {
        const { secret } = (await owner.call('POST', '/api/user/second-factor')).json;
        const code = () => new TOTP({ secret }).generate({ timestamp: harness.time.now });
        const turnOn = () => owner.call('PUT', '/api/user/second-factor', { code: code() });
        expect(await turnOn()).toMatchObject({ status: 403, text: PASSWORD_NEEDED });
        const { url, cookie } = await again();
        await arrive(await oidc.signIn(url, sub), cookie);
        const { status, json } = await turnOn();
        expect([status, json.recoveryCodes.length]).toEqual([200, 10]);
        const off = { code: json.recoveryCodes[0] };
        expect((await owner.call('POST', '/api/user/second-factor/disable', off)).status).toBe(200);
      });

      test('does not confirm the session if a different user signs in at the provider, with or without an account', async () => {
        const stranger = `${sub}-stranger`;
        oidc.people.set(stranger, { email: `x-${email}`, email_verified: true });
        const known = `${sub}-known`;
        const address = `y-${email}`;
        oidc.people.set(known, { email: address, email_verified: true });
        await addUser('master', {}, address);
        await signIn(known);
        for (const other of [stranger, known]) {
          const { url, cookie } = await again();
          expect(await arrive(await oidc.signIn(url, other), cookie)).toEqual({
            status: 302,
            location: '/profile?dialog=set-up&sign-in=other-identity',
            session: undefined,
          });
          expect((await makeToken()).status).toBe(403);
        }
      });

      test('does not confirm the session if the provider reports an old sign-in', async () => {
        harness.time.now += 11 * MINUTE;
        const { url, cookie } = await again();
        const { location } = await arrive(await oidc.signIn(url, sub), cookie);
        expect(location).toBe('/profile?dialog=set-up&sign-in=expired');
        expect((await makeToken()).status).toBe(403);
        harness.time.now -= 11 * MINUTE;
      });

      test('fails if the session has ended', async () => {
        const { url, cookie } = await again();
        await owner.call('POST', '/api/logout');
        const { location } = await arrive(await oidc.signIn(url, sub), cookie);
        expect(location).toBe('/profile?dialog=set-up&sign-in=expired');
      });

      test.each([
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        'profile',
        '/a#b',
        '',
      ])('never returns to %s', async (returnTo) => {
        expect(await again(returnTo)).toMatchObject({ status: 400, cookie: '' });
      });

      test('never redirects to another site, whatever the cookie contains', async () => {
        for (const path of ['//evil.example', '/.//evil.example', 'https://evil.example']) {
          const cookie = `halyard_3000_return=${Buffer.from(path).toString('base64url')}`;
          const { location } = await arrive(new URL(CALLBACK), cookie);
          expect(new URL(location!, CALLBACK).host).toBe('localhost:3000');
        }
      });
    });

    test('uses PKCE, state and nonce, and ties the sign-in to the browser with a cookie', async () => {
      const { json, header } = await begin();
      const asked = new URL(json.url).searchParams;
      expect(asked.get('redirect_uri')).toBe(CALLBACK);
      expect(asked.get('code_challenge_method')).toBe('S256');
      for (const name of ['code_challenge', 'state', 'nonce'])
        expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
      expect(header).toMatch(
        /^halyard_3000_provider=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
      );
    });

    test('fails in another browser, with another response, a second time, or after the time limit', async () => {
      await addUser();
      const mine = await begin();
      const back = await oidc.signIn(mine.json.url, sub);
      expect(await arrive(back, '')).toEqual(refused('expired'));
      const other = await begin();
      expect(await arrive(back, other.cookie)).toEqual(refused('refused'));
      expect((await arrive(back, mine.cookie)).location).toBe('/');
      expect(await arrive(back, mine.cookie)).toEqual(refused('expired'));
      const late = await begin();
      const lateBack = await oidc.signIn(late.json.url, sub);
      harness.time.now += 10 * 60_000;
      expect(await arrive(lateBack, late.cookie)).toEqual(refused('expired'));
      await sweepProviderSignIns(harness.services.db, harness.time.now);
      const left = harness.services.db.queries.selectFrom('provider_sign_ins').selectAll();
      expect(await left.execute()).toEqual([]);
      harness.time.now = Date.now();
    });

    test('says if the user canceled the sign-in at the provider', async () => {
      const { json, cookie } = await begin();
      expect(await arrive(await oidc.cancel(json.url), cookie)).toEqual(refused('refused'));
    });

    test('fails if the email address is unverified or unknown', async () => {
      await addUser();
      oidc.people.set(sub, { email, email_verified: false });
      expect(await signIn()).toEqual(refused('unverified'));
      oidc.people.set(sub, {});
      expect(await signIn()).toEqual(refused('unverified'));
      oidc.people.set(sub, { email: 'nobody@acme.example', email_verified: true });
      expect(await signIn()).toEqual(refused('unknown'));
    });

    test("fails if another provider sends Microsoft Entra's claim", async () => {
      await addUser();
      oidc.people.set(sub, { email, xms_edov: true, tid: TENANT });
      expect(await signIn()).toEqual(refused('unverified'));
    });

    test('treats an email address with a line break as missing', async () => {
      oidc.people.set(sub, { email: `${email}\nx`, email_verified: true });
      expect(await signIn()).toEqual(refused('unverified'));
    });

    test('fails if the email address only looks like that of an account', async () => {
      const address = `kim-${count}@acme.example`;
      await addUser('employee', world, address);
      oidc.people.set(sub, { email: address.replace('k', '\u212a'), email_verified: true });
      expect(await signIn()).toEqual(refused('unknown'));
    });

    test('lets an unknown user return from the provider without an error or an entry in the activity log', async () => {
      const { queries } = harness.services.db;
      const entries = async () =>
        (await queries.selectFrom('activity').select('id').execute()).length;
      const before = await entries();
      const back = new URL(`${CALLBACK}?code=x&state=y`);
      for (const cookie of ['', 'halyard_3000_provider=made-up'])
        expect(await arrive(back, cookie)).toEqual(refused('expired'));
      expect(await entries()).toBe(before);
      const { cookie } = await begin();
      expect(await arrive(back, cookie)).toEqual(refused('refused'));
      expect(await entries()).toBe(before + 1);
      const headers = { host: '[' };
      const url = back.pathname + back.search;
      const odd = await harness.anonymous().call('GET', url, undefined, { headers });
      expect(odd.status).toBe(400);
    });

    test('fails if two accounts have the email address', async () => {
      await addUser();
      await addUser();
      expect(await signIn()).toEqual(refused('ambiguous'));
    });

    test('does not open a linked account for another user of the provider who has its email address', async () => {
      await addUser();
      await signIn();
      oidc.people.set('impostor', { email, email_verified: true });
      expect(await signIn('impostor')).toEqual(refused('other-identity'));
    });

    test('fails if the account is suspended', async () => {
      const id = await addUser();
      await master.call('PUT', `/api/users/${id}/suspension`);
      expect(await signIn()).toEqual(refused('suspended'));
    });

    test('does not ask for a code, because the provider is responsible for two-factor authentication', async () => {
      const strict = await createHarness({
        engine,
        settings: {
          systemProvider: { ...oidc, label: 'Contoso' },
          requireSecondFactor: ['master'],
        },
      });
      const id = await strict.addUser('master');
      await strict.services.db.queries
        .updateTable('users')
        .set({ email, confirmed_email: email })
        .where('id', '=', id)
        .execute();
      const start = await strict.anonymous().call('POST', '/api/sign-in', {});
      const back = await oidc.signIn(start.json.url, sub);
      const headers = { cookie: String(start.headers['set-cookie']).split(';')[0]! };
      const arrived = await strict
        .anonymous()
        .call('GET', back.pathname + back.search, undefined, { headers });
      const cookie = [arrived.headers['set-cookie']]
        .flat()
        .map(String)
        .find((one) => one.startsWith('halyard_3000='))!
        .split(';')[0]!;
      const flags = await strict
        .anonymous()
        .call('GET', '/api/flags', undefined, { headers: { cookie } });
      expect(flags.status).toBe(200);
      await strict.close();
    });
  });

  describe('with the provider of a company', () => {
    beforeEach(() => setProvider());

    test("is offered for the company's email domains, and opens only accounts of that company", async () => {
      const id = await addUser('company_user');
      const entered = await signIn(sub, { email });
      expect(await userOf(entered.session)).toMatchObject({ id, companyId: world.companyId });
      const unknown = await begin({ email: 'pat@elsewhere.example' });
      expect([unknown.status, unknown.text]).toEqual([
        404,
        'Single sign-on is not set up for this email address.',
      ]);
    });

    test('never opens accounts of another company, of masters or of operator staff', async () => {
      const other = await createWorld(harness, master);
      for (const make of [
        () => addUser('company_user', other),
        () => addUser('master', {}),
        () => addUser('employee', { allCompanies: true }),
      ]) {
        const id = await make();
        expect(await signIn(sub, { email })).toEqual(refused('unknown'));
        await harness.services.db.queries.deleteFrom('users').where('id', '=', id).execute();
      }
    });

    test('no longer opens an account that has left the company or has become a master', async () => {
      const id = await addUser('company_user');
      expect((await signIn(sub, { email })).location).toBe('/');
      await master.call('PATCH', `/api/users/${id}`, { role: 'master' });
      expect(await signIn(sub, { email })).toEqual(refused('unknown'));
    });

    test("accepts only email addresses in the provider's domains", async () => {
      await addUser('employee', world, 'pat@elsewhere.example');
      oidc.people.set(sub, { email: 'pat@elsewhere.example', email_verified: true });
      expect(await signIn(sub, { email })).toEqual(refused('domain'));
    });

    test('creates an employee of the company without a password if a master allows this', async () => {
      expect(await signIn(sub, { email })).toEqual(refused('unknown'));
      await setProvider({ createsAccounts: true });
      const made = await userOf((await signIn(sub, { email })).session);
      expect(made).toMatchObject({
        username: email,
        email,
        firstName: 'Pat',
        lastName: 'Lee',
        role: 'employee',
        companyId: world.companyId,
        locationId: null,
      });
      const { entries } = (await master.call('GET', `/api/activity?who=${made.id}`)).json;
      expect(entries).toContainEqual(
        expect.objectContaining({
          kind: 'user.registered',
          detail: { about: 'by single sign-on' },
        }),
      );
      expect(await userOf((await signIn(sub, { email })).session)).toMatchObject({ id: made.id });
      const byPassword = (password: string) =>
        harness.anonymous().call('POST', '/api/login', { username: email, password });
      expect((await byPassword(PASSWORD)).status).toBe(401);
      await master.call('PATCH', `/api/users/${made.id}`, { password: 'set by a master' });
      expect((await byPassword('set by a master')).status).toBe(200);
    });

    test("never shows the provider's secret in a response, and does not send it to a new issuer", async () => {
      const url = `/api/companies/${world.companyId}/provider`;
      const { clientSecret: _, ...shown } = providerBody();
      const { json, text } = await master.call('GET', url);
      expect(json).toEqual({ provider: shown, redirectUri: CALLBACK });
      expect(text).not.toContain(oidc.clientSecret);
      const rows = await harness.services.db.queries
        .selectFrom('company_providers')
        .selectAll()
        .execute();
      expect(JSON.stringify(rows)).not.toContain(oidc.clientSecret);
      expect((await setProvider({ clientSecret: '' })).status).toBe(200);
      const moved = await setProvider({ clientSecret: '', issuer: 'https://evil.example' });
      expect([moved.status, moved.text]).toEqual([400, 'Client secret is required']);
    });

    test.each([
      [{ issuer: 'http://idp.example' }, 'The issuer must be an https address'],
      [{ issuer: 'file:///etc/passwd' }, 'The issuer must be an https address'],
      [{ domains: ['no domain'] }, 'Enter email domains such as example.com'],
      [{ domains: [] }, 'At least one email domain is required'],
      [{ clientId: ' ' }, 'Client ID is required'],
    ])('cannot be set up with %j', async (more, text) => {
      const answer = await setProvider(more);
      expect([answer.status, answer.text]).toEqual([400, text]);
    });

    test('cannot be set up for a domain of another company', async () => {
      const other = await createWorld(harness, master);
      const answer = await setProvider({ domains: ['ACME.example'] }, other.companyId);
      expect([answer.status, answer.text]).toEqual([
        409,
        'Another company already uses one of these email domains.',
      ]);
    });

    test('no longer works after the provider is removed, but the accounts stay', async () => {
      const id = await addUser();
      await signIn(sub, { email });
      await master.call('DELETE', `/api/companies/${world.companyId}/provider`);
      expect((await begin({ email })).status).toBe(404);
      const { json } = await master.call('GET', '/api/users');
      expect(json.some((one: { id: string }) => one.id === id)).toBe(true);
    });

    test('says if the provider cannot be reached, and tries again the next time', async () => {
      const gone = await startOidcProvider(CALLBACK);
      await gone.close();
      await setProvider({ issuer: gone.issuer });
      const answer = await begin({ email });
      expect([answer.status, answer.text]).toEqual([
        409,
        'The sign-in provider cannot be reached at the moment.',
      ]);
      await setProvider();
      expect((await begin({ email })).status).toBe(200);
    });
  });

  describe('with Microsoft Entra', () => {
    let entra: OidcProvider;
    beforeAll(async () => {
      entra = await startOidcProvider(CALLBACK, TENANT);
      const { issuer, clientId, clientSecret } = entra;
      const domains = ['entra.example'];
      expect((await setProvider({ issuer, clientId, clientSecret, domains })).status).toBe(200);
    });
    afterAll(async () => {
      await master.call('DELETE', `/api/companies/${world.companyId}/provider`);
      await entra.close();
    });
    beforeEach(() => {
      email = `pat-${count}@entra.example`;
    });
    const signInAtEntra = async (who = sub) => {
      const { json, cookie } = await begin({ email });
      expect(json.url).toContain(`/${TENANT}/v2.0/`);
      return arrive(await entra.signIn(json.url, who), cookie);
    };

    test('opens the account whose email address is in a domain that the tenant has verified', async () => {
      const id = await addUser('company_user');
      entra.people.set(sub, { email, tid: TENANT, xms_edov: true });
      const entered = await signInAtEntra();
      expect(entered).toMatchObject({ status: 302, location: '/' });
      expect(await userOf(entered.session)).toMatchObject({ id });
      // After the account is linked, the email address and the claim no longer matter.
      entra.people.set(sub, { tid: TENANT });
      expect(await userOf((await signInAtEntra()).session)).toMatchObject({ id });
    });

    test.each([
      ['the domain is not verified', { tid: TENANT, xms_edov: false }],
      ['the claim is not set up', { tid: TENANT }],
      [
        'the person is in another tenant',
        { tid: '9188040d-6c67-4c5b-b112-36a304b66dad', xms_edov: true },
      ],
    ])('links no account if %s', async (_why, claims) => {
      const id = await addUser('company_user');
      entra.people.set(sub, { email, ...claims });
      expect(await signInAtEntra()).toEqual(refused('unverified'));
      const links = harness.services.db.queries.selectFrom('identities').selectAll();
      expect(await links.where('user_id', '=', id).execute()).toEqual([]);
    });

    test.each(['common', 'organizations', 'consumers'])(
      'is rejected if the issuer serves all tenants: %s',
      async (any) => {
        const answer = await setProvider({
          issuer: `https://login.microsoftonline.com/${any}/v2.0`,
          domains: ['entra.example'],
        });
        expect(answer).toMatchObject({ status: 400 });
        expect(answer.text).toContain('directory (tenant) ID');
      },
    );
  });

  test('explains how to confirm a session with Google, which does not ask users to sign in again', async () => {
    const issuer = 'https://accounts.google.com';
    expect((await setProvider({ issuer, domains: ['google.example'] })).status).toBe(200);
    const id = await addUser('company_user');
    const link = { id: `link-${count}`, provider: world.companyId, issuer, user_id: id };
    await harness.services.db.queries
      .insertInto('identities')
      .values({ ...link, created_at: harness.time.now })
      .execute();
    const owner = await harness.client(id);
    const url = `/api/user/sign-in-links/${link.id}/proof`;
    const answer = await owner.call('POST', url, { returnTo: '/profile' });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('Sign out of Halyard, sign in');
    await master.call('DELETE', `/api/companies/${world.companyId}/provider`);
  });

  test('is offered on the sign-in page without any company names', async () => {
    await setProvider();
    const { json } = await harness.anonymous().call('GET', '/api/config');
    expect(json.signIn).toEqual({ system: 'Contoso', companies: true });
  });

  test('is limited per IP address', async () => {
    const from = () =>
      harness.anonymous().call('POST', '/api/sign-in', {}, { remoteAddress: '10.4.0.1' });
    const statuses = new Set<number>();
    for (let i = 0; i < 102; i++) statuses.add((await from()).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
