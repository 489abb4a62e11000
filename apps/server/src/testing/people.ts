import type { SessionUser } from '@halyard/domain';

/** The demo's public password. */
export const PASSWORD_OF_DEMO = 'halyard-demo';

/** A person signed in at a running server, over real HTTP. */
export interface Person {
  user: SessionUser;
  /** For a `Cookie` header. */
  cookie: string;
  get(path: string): Promise<Response>;
  post(path: string, body: object): Promise<Response>;
  patch(path: string, body: object): Promise<Response>;
  delete(path: string): Promise<Response>;
}

/** Signs in with the demo's password. */
export async function signIn(url: string, username: string): Promise<Person> {
  const send = (cookie: string, method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: {
        origin: url,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const answer = await send('', 'POST', '/api/login', { username, password: PASSWORD_OF_DEMO });
  if (!answer.ok) throw new Error(`${username} could not sign in: ${await answer.text()}`);
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  return {
    user: (await answer.json()) as SessionUser,
    cookie,
    get: (path) => send(cookie, 'GET', path),
    post: (path, body) => send(cookie, 'POST', path, body),
    patch: (path, body) => send(cookie, 'PATCH', path, body),
    delete: (path) => send(cookie, 'DELETE', path),
  };
}
