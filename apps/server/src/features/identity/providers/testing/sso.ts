import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Engine } from '../../../../platform/database/engines/engine.ts';
import { type Client, createHarness, type Harness } from '../../../../testing/harness.ts';
import { type OidcProvider, startOidcProvider } from '../../../../testing/oidcProvider.ts';
import { createWorld, type World } from '../../../../testing/world.ts';

export const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
export const CALLBACK = 'http://localhost:3000/api/sign-in/callback';

interface Sso {
  oidc: OidcProvider;
  harness: Harness;
  master: Client;
  world: World;
  /** The number of tests so far. */
  count: number;
  /** The provider's user ID and the email address of a person who appears in no other test. */
  sub: string;
  email: string;
}

/** Starts a server with a system-wide identity provider, for all tests in a file. */
export function useSso(engine: Engine) {
  const sso = { count: 0 } as Sso;
  /** Sets the clock to the real time, which the provider uses for its tokens. */
  const useWallClock = () => {
    sso.harness.time.now = Date.now();
  };
  beforeAll(async () => {
    sso.oidc = await startOidcProvider(CALLBACK);
    const { issuer, clientId, clientSecret } = sso.oidc;
    const systemProvider = { issuer, clientId, clientSecret, label: 'Contoso' };
    sso.harness = await createHarness({ engine, settings: { systemProvider, publicUrl: null } });
    useWallClock();
    sso.master = await sso.harness.as('master');
    sso.world = await createWorld(sso.harness, sso.master);
  });
  afterAll(async () => {
    await sso.harness.close();
    await sso.oidc.close();
  });
  beforeEach(() => {
    useWallClock();
    sso.count++;
    sso.sub = `sub-${sso.count}`;
    sso.email = `pat-${sso.count}@acme.example`;
    const verified = { email: sso.email, email_verified: true };
    sso.oidc.people.set(sso.sub, { ...verified, given_name: 'Pat', family_name: 'Lee' });
  });

  type Body = { email?: string };
  const begin = async (body: Body = {}) => {
    const answer = await sso.harness.anonymous().call('POST', '/api/sign-in', body);
    const header = String(answer.headers['set-cookie']);
    return { ...answer, header, cookie: header.split(';')[0]! };
  };
  /** Opens the callback URL in the browser, with the browser's cookie. */
  const arrive = async (url: URL, cookie: string) => {
    const answer = await sso.harness
      .anonymous()
      .call('GET', url.pathname + url.search, undefined, { headers: { cookie } });
    const session = [answer.headers['set-cookie']]
      .flat()
      .map((header) => String(header).split(';')[0]!)
      .find((one) => one.startsWith('halyard_3000='));
    return { status: answer.status, location: answer.headers.location, session };
  };
  const signIn = async (who = sso.sub, body: Body = {}) => {
    const { json, cookie } = await begin(body);
    return arrive(await sso.oidc.signIn(json.url, who), cookie);
  };
  const userOf = async (session: string | undefined) => {
    const headers = { cookie: session ?? '' };
    return (await sso.harness.anonymous().call('GET', '/api/user', undefined, { headers })).json;
  };
  const refused = (problem: string) => ({
    status: 302,
    location: `/auth?problem=${problem}`,
    session: undefined,
  });
  const addUser = async (
    role: 'master' | 'company_user' | 'employee' = 'employee',
    tenant: object = sso.world,
    address = sso.email,
  ) => {
    const id = await sso.harness.addUser(role, tenant);
    await sso.harness.services.db.queries
      .updateTable('users')
      .set({ email: address, confirmed_email: address })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const providerBody = (more: object = {}) => ({
    issuer: sso.oidc.issuer,
    clientId: sso.oidc.clientId,
    clientSecret: sso.oidc.clientSecret,
    domains: ['acme.example'],
    createsAccounts: false,
    ...more,
  });
  const setProvider = (more: object = {}, companyId = sso.world.companyId) =>
    sso.master.call('PUT', `/api/companies/${companyId}/provider`, providerBody(more));

  return Object.assign(sso, {
    ...{ begin, arrive, signIn, userOf, refused, addUser, providerBody, setProvider },
  });
}
