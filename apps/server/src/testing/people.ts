import type { SessionUser } from '@halyard/domain';

/** The public password of the demo accounts. */
export const PASSWORD_OF_DEMO = 'halyard-demo';
/**
 * The password of users that tests create. New accounts cannot have the demo's password, because it
 * is too easy to guess.
 */
export const PASSWORD_OF_TESTS = 'correct horse';

/** A client that calls a running server over HTTP. */
export interface Caller {
  get(path: string): Promise<Response>;
  post(path: string, body: object): Promise<Response>;
  put(path: string, body: object): Promise<Response>;
  patch(path: string, body: object): Promise<Response>;
  delete(path: string): Promise<Response>;
}

/** A user signed in to the server. */
export interface Person extends Caller {
  user: SessionUser;
  /** The value for a `Cookie` header. */
  cookie: string;
}

/**
 * Signs in with the demo's password or the test password.
 * @param origin the URL that users open, if it differs from that of the process
 */
export async function signIn(url: string, username: string, origin = url): Promise<Person> {
  const nobody = callerAt(url, '', origin);
  const enter = (password: string) => nobody.post('/api/login', { username, password });
  let answer = await enter(PASSWORD_OF_DEMO);
  if (answer.status === 401) answer = await enter(PASSWORD_OF_TESTS);
  if (!answer.ok) throw new Error(`${username} could not sign in: ${await answer.text()}`);
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  const user = (await answer.json()) as SessionUser;
  return { user, cookie, ...callerAt(url, cookie, origin) };
}

/** Returns a client that sends requests to a process, with or without a session cookie. */
export function callerAt(url: string, cookie: string, origin = url): Caller {
  const send = (method: string, path: string, body?: object) =>
    fetch(url + path, {
      method,
      headers: {
        origin,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
  };
}
