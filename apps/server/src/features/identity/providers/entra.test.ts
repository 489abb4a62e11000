import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type OidcProvider, startOidcProvider } from '../../../testing/oidcProvider.ts';
import { CALLBACK, TENANT, useSso } from './testing/sso.ts';

describe.each(engines)('SSO on %s', (engine) => {
  const sso = useSso(engine);
  const { begin, arrive, userOf, refused, addUser, setProvider } = sso;

  describe('with Microsoft Entra', () => {
    let entra: OidcProvider;
    beforeAll(async () => {
      entra = await startOidcProvider(CALLBACK, TENANT);
      const { issuer, clientId, clientSecret } = entra;
      const domains = ['entra.example'];
      expect((await setProvider({ issuer, clientId, clientSecret, domains })).status).toBe(200);
    });
    afterAll(async () => {
      await sso.master.call('DELETE', `/api/companies/${sso.world.companyId}/provider`);
      await entra.close();
    });
    beforeEach(() => {
      sso.email = `pat-${sso.count}@entra.example`;
    });
    const signInAtEntra = async (who = sso.sub) => {
      const { json, cookie } = await begin({ email: sso.email });
      expect(json.url).toContain(`/${TENANT}/v2.0/`);
      return arrive(await entra.signIn(json.url, who), cookie);
    };

    test('signs the user in to the account whose email address is in a domain that the tenant has verified', async () => {
      const id = await addUser('company_user');
      entra.people.set(sso.sub, { email: sso.email, tid: TENANT, xms_edov: true });
      const entered = await signInAtEntra();
      expect(entered).toMatchObject({ status: 302, location: '/' });
      expect(await userOf(entered.session)).toMatchObject({ id });
      // After the account is linked, the email address and the claim no longer matter.
      entra.people.set(sso.sub, { tid: TENANT });
      expect(await userOf((await signInAtEntra()).session)).toMatchObject({ id });
    });

    test.each([
      ['the domain is not verified', { tid: TENANT, xms_edov: false }],
      ['the claim is not set up', { tid: TENANT }],
      [
        'the person is in another tenant',
        { tid: '9188040d-6c67-4c5b-b112-36a304b66dad', xms_edov: true },
      ],
    ])(
      'links no account if the provider does not confirm the email address: %s',
      async (_why, claims) => {
        const id = await addUser('company_user');
        entra.people.set(sso.sub, { email: sso.email, ...claims });
        expect(await signInAtEntra()).toEqual(refused('unverified'));
        const links = sso.harness.services.db.queries.selectFrom('identities').selectAll();
        expect(await links.where('user_id', '=', id).execute()).toEqual([]);
      },
    );

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
});
