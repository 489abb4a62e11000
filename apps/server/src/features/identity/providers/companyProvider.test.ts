import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { PASSWORD } from '../../../testing/harness.ts';
import { startOidcProvider } from '../../../testing/oidcProvider.ts';
import { onlyOnce } from '../../../testing/onlyOnce.ts';
import { createWorld } from '../../../testing/world.ts';
import { CALLBACK, useSso } from './testing/sso.ts';

describe.each(engines)('SSO on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  const sso = useSso(engine);
  const { begin, signIn, userOf, refused, addUser, providerBody, setProvider } = sso;

  describe("with a company's provider", () => {
    beforeEach(() => setProvider());

    test("is offered for the company's email domains, and signs users in only to the company's accounts", async () => {
      const id = await addUser('company_user');
      const entered = await signIn(sso.sub, { email: sso.email });
      expect(await userOf(entered.session)).toMatchObject({ id, companyId: sso.world.companyId });
      const unknown = await begin({ email: 'pat@elsewhere.example' });
      expect([unknown.status, unknown.text]).toEqual([
        404,
        'Single sign-on is not set up for this email address.',
      ]);
    });

    testOnce(
      'never signs users in to accounts of other companies, masters or operator staff',
      async () => {
        const other = await createWorld(sso.harness, sso.master);
        for (const make of [
          () => addUser('company_user', other),
          () => addUser('master', {}),
          () => addUser('employee', { allCompanies: true }),
        ]) {
          const id = await make();
          expect(await signIn(sso.sub, { email: sso.email })).toEqual(refused('unknown'));
          await sso.harness.services.db.queries.deleteFrom('users').where('id', '=', id).execute();
        }
      },
    );

    testOnce('no longer signs in a user who has become a master', async () => {
      const id = await addUser('company_user');
      expect((await signIn(sso.sub, { email: sso.email })).location).toBe('/');
      await sso.master.call('PATCH', `/api/users/${id}`, { role: 'master' });
      expect(await signIn(sso.sub, { email: sso.email })).toEqual(refused('unknown'));
    });

    testOnce("accepts only email addresses in the provider's domains", async () => {
      await addUser('employee', sso.world, 'pat@elsewhere.example');
      sso.oidc.people.set(sso.sub, { email: 'pat@elsewhere.example', email_verified: true });
      expect(await signIn(sso.sub, { email: sso.email })).toEqual(refused('domain'));
    });

    test('creates an employee account without a password for a new user if a master allows this', async () => {
      expect(await signIn(sso.sub, { email: sso.email })).toEqual(refused('unknown'));
      await setProvider({ createsAccounts: true });
      const made = await userOf((await signIn(sso.sub, { email: sso.email })).session);
      expect(made).toMatchObject({
        username: sso.email,
        email: sso.email,
        firstName: 'Pat',
        lastName: 'Lee',
        role: 'employee',
        companyId: sso.world.companyId,
        locationId: null,
      });
      const { entries } = (await sso.master.call('GET', `/api/activity?who=${made.id}`)).json;
      expect(entries).toContainEqual(
        expect.objectContaining({
          kind: 'user.registered',
          detail: { about: 'by single sign-on' },
        }),
      );
      expect(await userOf((await signIn(sso.sub, { email: sso.email })).session)).toMatchObject({
        id: made.id,
      });
      const byPassword = (password: string) =>
        sso.harness.anonymous().call('POST', '/api/login', { username: sso.email, password });
      expect((await byPassword(PASSWORD)).status).toBe(401);
      await sso.master.call('PATCH', `/api/users/${made.id}`, { password: 'set by a master' });
      expect((await byPassword('set by a master')).status).toBe(200);
    });

    testOnce("never reveals the provider's secret in a response or to a new issuer", async () => {
      const url = `/api/companies/${sso.world.companyId}/provider`;
      const { clientSecret: _, ...shown } = providerBody();
      const { json, text } = await sso.master.call('GET', url);
      expect(json).toEqual({ provider: shown, redirectUri: CALLBACK });
      expect(text).not.toContain(sso.oidc.clientSecret);
      const rows = await sso.harness.services.db.queries
        .selectFrom('company_providers')
        .selectAll()
        .execute();
      expect(JSON.stringify(rows)).not.toContain(sso.oidc.clientSecret);
      expect((await setProvider({ clientSecret: '' })).status).toBe(200);
      const moved = await setProvider({ clientSecret: '', issuer: 'https://evil.example' });
      expect([moved.status, moved.text]).toEqual([400, 'Client secret is required']);
    });

    testOnce.each([
      [{ issuer: 'http://idp.example' }, 'The issuer must be an https address'],
      [{ issuer: 'file:///etc/passwd' }, 'The issuer must be an https address'],
      [{ domains: ['no domain'] }, 'Enter email domains such as example.com'],
      [{ domains: [] }, 'At least one email domain is required'],
      [{ clientId: ' ' }, 'Client ID is required'],
    ])('cannot be set up with invalid settings: %j', async (more, text) => {
      const answer = await setProvider(more);
      expect([answer.status, answer.text]).toEqual([400, text]);
    });

    test("cannot be set up for another company's domain", async () => {
      const other = await createWorld(sso.harness, sso.master);
      const answer = await setProvider({ domains: ['ACME.example'] }, other.companyId);
      expect([answer.status, answer.text]).toEqual([
        409,
        'Another company already uses one of these email domains.',
      ]);
    });

    test('no longer works after the provider is removed, but the accounts stay', async () => {
      const id = await addUser();
      await signIn(sso.sub, { email: sso.email });
      await sso.master.call('DELETE', `/api/companies/${sso.world.companyId}/provider`);
      expect((await begin({ email: sso.email })).status).toBe(404);
      const { json } = await sso.master.call('GET', '/api/users');
      expect(json.some((one: { id: string }) => one.id === id)).toBe(true);
    });

    testOnce(
      'fails with a reason if the provider cannot be reached, and tries again at the next sign-in',
      async () => {
        const gone = await startOidcProvider(CALLBACK);
        await gone.close();
        await setProvider({ issuer: gone.issuer });
        const answer = await begin({ email: sso.email });
        expect([answer.status, answer.text]).toEqual([
          409,
          'Couldn’t reach the sign-in provider. Try again later.',
        ]);
        await setProvider();
        expect((await begin({ email: sso.email })).status).toBe(200);
      },
    );
  });
});
