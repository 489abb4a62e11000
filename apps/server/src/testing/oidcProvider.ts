import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/**
 * The data that a sign-in provider has about a user. `sub` is the username for signing in there.
 */
export interface ProviderPerson {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  /**
   * The claims that only Microsoft Entra sends: the tenant, and whether Entra has verified the
   * domain of the email address.
   */
  tid?: string;
  xms_edov?: unknown;
}

/** A real OpenID Connect provider on this machine. Anyone can sign in to it with any password. */
export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The provider's users by `sub`. */
  people: Map<string, ProviderPerson>;
  /**
   * Signs in at the provider, as a user does in a browser.
   * @returns the URL that the provider redirects to
   */
  signIn(url: string, sub: string): Promise<URL>;
  /**
   * Cancels the sign-in, as a user may do.
   * @returns the URL that the provider redirects to
   */
  cancel(url: string): Promise<URL>;
  close(): Promise<void>;
}

const CLIENT = { clientId: 'halyard', clientSecret: 'the secret of this client' };

/**
 * Starts the provider.
 * @param redirectUri the URL to which the provider may redirect browsers
 * @param tenant a tenant ID, to make the provider behave like Microsoft Entra: the ID is part of
 * the issuer, and the ID token contains all claims about the user
 */
export async function startOidcProvider(
  redirectUri: string,
  tenant?: string,
): Promise<OidcProvider> {
  const people = new Map<string, ProviderPerson>();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const mount = tenant === undefined ? '' : `/${tenant}/v2.0`;
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    claims: {
      openid: ['sub', 'tid'],
      email: ['email', 'email_verified', 'xms_edov'],
      profile: ['given_name', 'family_name'],
    },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub) }),
    }),
    cookies: { keys: ['a key of these tests'] },
    pkce: { required: () => true },
    conformIdTokenClaims: tenant === undefined,
  });
  const answer = provider.callback();
  const handle = (
    request: IncomingMessage & { originalUrl?: string },
    response: ServerResponse,
  ) => {
    // The provider determines its own path from the difference between the two URLs.
    request.originalUrl = request.url ?? '/';
    request.url = request.originalUrl.slice(mount.length);
    return answer(request, response);
  };

  const walk = async (url: string, sub: string | null): Promise<URL> => {
    const jar = new Map<string, string>();
    let next: { url: string; body?: URLSearchParams } = { url };
    for (let steps = 0; steps < 20; steps++) {
      const answer = await fetch(next.url, {
        redirect: 'manual',
        headers: { cookie: Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ') },
        ...(next.body && { method: 'POST', body: next.body }),
      });
      for (const header of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = header.split(';')[0]!.split(/=(.*)/s);
        jar.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location?.startsWith(redirectUri)) return new URL(location);
      next =
        location === null
          ? formOf(await answer.text(), next.url, sub)
          : { url: new URL(location, next.url).href };
    }
    throw new Error('The provider sends its browser in circles');
  };
  return {
    issuer,
    ...CLIENT,
    people,
    signIn: (url, sub) => walk(url, sub),
    cancel: (url) => walk(url, null),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Returns the request that submits the form on one of the provider's pages: the sign-in form or the
 * consent form.
 * @param sub the username; null to cancel instead
 */
function formOf(page: string, url: string, sub: string | null) {
  if (sub === null) {
    const abort = /href="([^"]*\/abort)"/.exec(page)?.[1];
    if (abort === undefined) throw new Error(`No way back on ${page}`);
    return { url: new URL(abort, url).href };
  }
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
  if (action === undefined || prompt === undefined) throw new Error(`No form on ${page}`);
  const body = new URLSearchParams({ prompt, login: sub, password: 'any' });
  return { url: new URL(action, url).href, body };
}
