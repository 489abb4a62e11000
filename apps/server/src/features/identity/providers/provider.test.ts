import { PASSWORD_NEEDED } from '@halyard/domain';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness } from '../../../testing/harness.ts';
import { onlyOnce } from '../../../testing/onlyOnce.ts';
import { sweepProviderSignIns } from './flow.ts';
import { CALLBACK, TENANT, useSso } from './testing/sso.ts';

describe.each(engines)('SSO on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  const sso = useSso(engine);
  const { begin, arrive, signIn, userOf, refused, addUser, setProvider } = sso;

  describe("with the system's provider", () => {
    test("signs the user in to the account with the verified email address, regardless of its role, and links that account to the provider's user", async () => {
      const id = await addUser('master', {}, sso.email.toUpperCase());
      const first = await signIn();
      expect(first).toMatchObject({ status: 302, location: '/' });
      expect(await userOf(first.session)).toMatchObject({ id, role: 'master', temporary: false });
      // From now on, only the user's ID at the provider counts, and not the email address.
      sso.oidc.people.set(sso.sub, { email: 'someone-else@acme.example', email_verified: true });
      expect(await userOf((await signIn()).session)).toMatchObject({ id });
    });

    testOnce('never signs a user in to an account whose email address is unconfirmed', async () => {
      const id = await addUser('master', {}, 'own@acme.example');
      const client = await sso.harness.client(id);
      const contact = { firstName: 'Pat', lastName: 'Lee', phone: '5' };
      await client.call('PATCH', '/api/user/profile', { ...contact, email: sso.email });
      expect(await signIn()).toEqual(refused('unknown'));
      // An address that another user has set counts as confirmed.
      expect(
        (await sso.master.call('PATCH', `/api/users/${id}`, { email: sso.email })).status,
      ).toBe(200);
      expect(await userOf((await signIn()).session)).toMatchObject({ id });
    });

    testOnce("ends the browser's previous session, as a sign-in with a password does", async () => {
      const before = await sso.harness.as('company_user', sso.world);
      await addUser('master', {});
      const started = await before.call('POST', '/api/sign-in', {});
      const cookie = String(started.headers['set-cookie']).split(';')[0]!;
      // When the provider redirects the browser back, it sends the cookie of the sign-in but not
      // that of the session.
      const entered = await arrive(await sso.oidc.signIn(started.json.url, sso.sub), cookie);
      expect(entered.location).toBe('/');
      expect((await before.call('GET', '/api/user')).status).toBe(401);
    });

    test("links the provider's user to the account, and lets the account's owner see and remove the link", async () => {
      const id = await addUser('master', {});
      await signIn();
      const owner = await sso.harness.client(id);
      const links = async () => (await owner.call('GET', '/api/user/sign-in-links')).json;
      const [link] = await links();
      expect(link).toEqual({
        id: expect.any(String),
        label: 'Contoso',
        issuer: sso.oidc.issuer,
        since: sso.harness.time.now,
      });
      const url = `/api/user/sign-in-links/${link.id}`;
      expect((await sso.master.call('DELETE', url)).status).toBe(404);
      expect((await owner.call('DELETE', url)).status).toBe(204);
      expect(await links()).toEqual([]);
      // Without the link, the confirmed address must match again.
      sso.oidc.people.set(sso.sub, { email: 'someone-else@acme.example', email_verified: true });
      expect(await signIn()).toEqual(refused('unknown'));
    });

    describe('for actions that require a recent sign-in', () => {
      const MINUTE = 60_000;
      const RETURN = '/profile?dialog=set-up';
      let owner: Client;
      beforeEach(async () => {
        const id = await addUser('master', {});
        await signIn();
        owner = await sso.harness.client(id);
        await sso.harness.services.db.queries
          .updateTable('sessions')
          .set({ proven_at: sso.harness.time.now - 11 * MINUTE })
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

      testOnce(
        'confirms the user with a new sign-in at the provider, and returns to the page',
        async () => {
          expect(await makeToken()).toMatchObject({ status: 403, text: PASSWORD_NEEDED });
          const { url, cookie } = await again();
          const asked = new URL(url).searchParams;
          expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '600']);
          expect(await makeToken()).toMatchObject({ status: 403 });
          expect(await arrive(await sso.oidc.signIn(url, sso.sub), cookie)).toEqual({
            status: 302,
            location: '/profile?dialog=set-up&sign-in=done',
            session: undefined,
          });
          expect((await makeToken()).status).toBe(201);
          // The session is still the same, and there is no other.
          expect((await owner.call('GET', '/api/user')).status).toBe(200);
        },
      );

      testOnce(
        'lets users without a password turn two-factor authentication on and off',
        async () => {
          const { secret } = (await owner.call('POST', '/api/user/second-factor')).json;
          const code = () => new TOTP({ secret }).generate({ timestamp: sso.harness.time.now });
          const turnOn = () => owner.call('PUT', '/api/user/second-factor', { code: code() });
          expect(await turnOn()).toMatchObject({ status: 403, text: PASSWORD_NEEDED });
          const { url, cookie } = await again();
          await arrive(await sso.oidc.signIn(url, sso.sub), cookie);
          const { status, json } = await turnOn();
          expect([status, json.recoveryCodes.length]).toEqual([200, 10]);
          const off = { code: json.recoveryCodes[0] };
          expect((await owner.call('POST', '/api/user/second-factor/disable', off)).status).toBe(
            200,
          );
        },
      );

      testOnce(
        'does not confirm the session if someone else signs in with the provider, whether or not that person has an account',
        async () => {
          const stranger = `${sso.sub}-stranger`;
          sso.oidc.people.set(stranger, { email: `x-${sso.email}`, email_verified: true });
          const known = `${sso.sub}-known`;
          const address = `y-${sso.email}`;
          sso.oidc.people.set(known, { email: address, email_verified: true });
          await addUser('master', {}, address);
          await signIn(known);
          for (const other of [stranger, known]) {
            const { url, cookie } = await again();
            expect(await arrive(await sso.oidc.signIn(url, other), cookie)).toEqual({
              status: 302,
              location: '/profile?dialog=set-up&sign-in=other-identity',
              session: undefined,
            });
            expect((await makeToken()).status).toBe(403);
          }
        },
      );

      testOnce(
        'does not confirm the session if the provider reports that the sign-in was long ago',
        async () => {
          sso.harness.time.now += 11 * MINUTE;
          const { url, cookie } = await again();
          const { location } = await arrive(await sso.oidc.signIn(url, sso.sub), cookie);
          expect(location).toBe('/profile?dialog=set-up&sign-in=expired');
          expect((await makeToken()).status).toBe(403);
          sso.harness.time.now -= 11 * MINUTE;
        },
      );

      testOnce('fails if the session has ended', async () => {
        const { url, cookie } = await again();
        await owner.call('POST', '/api/logout');
        const { location } = await arrive(await sso.oidc.signIn(url, sso.sub), cookie);
        expect(location).toBe('/profile?dialog=set-up&sign-in=expired');
      });

      testOnce.each([
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        'profile',
        '/a#b',
        '',
      ])('never returns to a URL outside the console: %s', async (returnTo) => {
        expect(await again(returnTo)).toMatchObject({ status: 400, cookie: '' });
      });

      testOnce(
        'never redirects to another site, regardless of what the cookie contains',
        async () => {
          for (const path of ['//evil.example', '/.//evil.example', 'https://evil.example']) {
            const cookie = `halyard_3000_return=${Buffer.from(path).toString('base64url')}`;
            const { location } = await arrive(new URL(CALLBACK), cookie);
            expect(new URL(location!, CALLBACK).host).toBe('localhost:3000');
          }
        },
      );
    });

    testOnce(
      'uses PKCE, state and nonce, and ties the sign-in to the browser with a cookie',
      async () => {
        const { json, header } = await begin();
        const asked = new URL(json.url).searchParams;
        expect(asked.get('redirect_uri')).toBe(CALLBACK);
        expect(asked.get('code_challenge_method')).toBe('S256');
        for (const name of ['code_challenge', 'state', 'nonce'])
          expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
        expect(header).toMatch(
          /^halyard_3000_provider=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
        );
      },
    );

    test('fails if the callback arrives in a different browser, belongs to a different sign-in, is repeated, or comes too late', async () => {
      await addUser();
      const mine = await begin();
      const back = await sso.oidc.signIn(mine.json.url, sso.sub);
      expect(await arrive(back, '')).toEqual(refused('expired'));
      const other = await begin();
      expect(await arrive(back, other.cookie)).toEqual(refused('refused'));
      expect((await arrive(back, mine.cookie)).location).toBe('/');
      expect(await arrive(back, mine.cookie)).toEqual(refused('expired'));
      const late = await begin();
      const lateBack = await sso.oidc.signIn(late.json.url, sso.sub);
      sso.harness.time.now += 10 * 60_000;
      expect(await arrive(lateBack, late.cookie)).toEqual(refused('expired'));
      await sweepProviderSignIns(sso.harness.services.db, sso.harness.time.now);
      const left = sso.harness.services.db.queries.selectFrom('provider_sign_ins').selectAll();
      expect(await left.execute()).toEqual([]);
      sso.harness.time.now = Date.now();
    });

    testOnce('fails with a reason if the user cancels signing in with the provider', async () => {
      const { json, cookie } = await begin();
      expect(await arrive(await sso.oidc.cancel(json.url), cookie)).toEqual(refused('refused'));
    });

    testOnce('fails if the email address is unverified or unknown', async () => {
      await addUser();
      sso.oidc.people.set(sso.sub, { email: sso.email, email_verified: false });
      expect(await signIn()).toEqual(refused('unverified'));
      sso.oidc.people.set(sso.sub, {});
      expect(await signIn()).toEqual(refused('unverified'));
      sso.oidc.people.set(sso.sub, { email: 'nobody@acme.example', email_verified: true });
      expect(await signIn()).toEqual(refused('unknown'));
    });

    testOnce(
      "ignores Microsoft Entra's own claim for a verified email address if the provider is not Microsoft Entra",
      async () => {
        await addUser();
        sso.oidc.people.set(sso.sub, { email: sso.email, xms_edov: true, tid: TENANT });
        expect(await signIn()).toEqual(refused('unverified'));
      },
    );

    testOnce('fails if the email address contains a line break', async () => {
      sso.oidc.people.set(sso.sub, { email: `${sso.email}\nx`, email_verified: true });
      expect(await signIn()).toEqual(refused('unverified'));
    });

    testOnce(
      "fails if the email address only looks like an account's address because of a similar-looking letter",
      async () => {
        const address = `kim-${sso.count}@acme.example`;
        await addUser('employee', sso.world, address);
        sso.oidc.people.set(sso.sub, {
          email: address.replace('k', '\u212a'),
          email_verified: true,
        });
        expect(await signIn()).toEqual(refused('unknown'));
      },
    );

    test('adds no entry to the activity log for a callback without a pending sign-in', async () => {
      const { queries } = sso.harness.services.db;
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
      const odd = await sso.harness.anonymous().call('GET', url, undefined, { headers });
      expect(odd.status).toBe(400);
    });

    test('fails if two accounts share the email address', async () => {
      await addUser();
      await addUser();
      expect(await signIn()).toEqual(refused('ambiguous'));
    });

    test('rejects a different provider user with the same email address as a linked account', async () => {
      await addUser();
      await signIn();
      sso.oidc.people.set('impostor', { email: sso.email, email_verified: true });
      expect(await signIn('impostor')).toEqual(refused('other-identity'));
    });

    testOnce('fails if the account is suspended', async () => {
      const id = await addUser();
      await sso.master.call('PUT', `/api/users/${id}/suspension`);
      expect(await signIn()).toEqual(refused('suspended'));
    });

    testOnce(
      'does not ask for a code, because the provider is responsible for two-factor authentication',
      async () => {
        const strict = await createHarness({
          engine,
          settings: {
            systemProvider: { ...sso.oidc, label: 'Contoso' },
            requireSecondFactor: ['master'],
          },
        });
        const id = await strict.addUser('master');
        await strict.services.db.queries
          .updateTable('users')
          .set({ email: sso.email, confirmed_email: sso.email })
          .where('id', '=', id)
          .execute();
        const start = await strict.anonymous().call('POST', '/api/sign-in', {});
        const back = await sso.oidc.signIn(start.json.url, sso.sub);
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
      },
    );
  });

  testOnce('tells Google users to confirm a session by signing out and in again', async () => {
    const issuer = 'https://accounts.google.com';
    expect((await setProvider({ issuer, domains: ['google.example'] })).status).toBe(200);
    const id = await addUser('company_user');
    const link = { id: `link-${sso.count}`, provider: sso.world.companyId, issuer, user_id: id };
    await sso.harness.services.db.queries
      .insertInto('identities')
      .values({ ...link, created_at: sso.harness.time.now })
      .execute();
    const owner = await sso.harness.client(id);
    const url = `/api/user/sign-in-links/${link.id}/proof`;
    const answer = await owner.call('POST', url, { returnTo: '/profile' });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('sign out of Halyard, sign in again');
    await sso.master.call('DELETE', `/api/companies/${sso.world.companyId}/provider`);
  });

  testOnce('is offered on the sign-in page without revealing company names', async () => {
    await setProvider();
    const { json } = await sso.harness.anonymous().call('GET', '/api/config');
    expect(json.signIn).toEqual({ system: 'Contoso', companies: true });
  });

  testOnce('is rate-limited per IP address', async () => {
    const from = () =>
      sso.harness.anonymous().call('POST', '/api/sign-in', {}, { remoteAddress: '10.4.0.1' });
    const statuses = new Set<number>();
    for (let i = 0; i < 102; i++) statuses.add((await from()).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
