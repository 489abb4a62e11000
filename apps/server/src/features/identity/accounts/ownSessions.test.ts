import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness, PASSWORD } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';

const MINUTE_MS = 60_000;
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';

describe.each(engines)('the sessions of an account on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let world: World;
  let id: string;
  let username: string;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
    world = await createWorld(harness, master);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    harness.time.now += MINUTE_MS;
    username = `pat-${harness.time.now}`;
    id = await harness.addUser('location_user', world, username);
  });

  /** Signs in through the API with the given browser name and IP address. */
  async function signIn(userAgent: string | undefined, remoteAddress: string) {
    const headers = userAgent === undefined ? {} : { 'user-agent': userAgent };
    const body = { username, password: PASSWORD };
    const answer = await harness
      .anonymous()
      .call('POST', '/api/login', body, { headers, remoteAddress });
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
    const call = (method: 'GET' | 'DELETE', url: string) =>
      harness.anonymous().call(method, url, undefined, { headers: { cookie } });
    const signedIn = await harness.sessions.fromCookie(cookie);
    return { call, sid: signedIn!.session.sid };
  }
  const status = async ({ call }: Awaited<ReturnType<typeof signIn>>) =>
    (await call('GET', '/api/user')).status;

  test('are listed by last use, each with its browser, IP address and times, and the current one is marked', async () => {
    const signedInAt = harness.time.now;
    const here = await signIn(SAFARI, '198.51.100.7');
    harness.time.now += MINUTE_MS;
    const there = await signIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0', '2001:db8::1');
    await harness.client(await harness.addUser('location_user', world));
    harness.time.now += MINUTE_MS;
    const { status: code, json } = await here.call('GET', '/api/user/sessions');
    expect(code).toBe(200);
    expect(json).toEqual([
      {
        id: here.sid,
        current: true,
        userAgent: SAFARI,
        address: '198.51.100.7',
        signedInAt,
        // This request uses the session, but that is not stored yet.
        lastUsedAt: harness.time.now,
      },
      expect.objectContaining({
        id: there.sid,
        current: false,
        address: '2001:db8::1',
        signedInAt: signedInAt + MINUTE_MS,
        lastUsedAt: signedInAt + MINUTE_MS,
      }),
    ]);
    expect(JSON.stringify(json)).not.toMatch(/token|hash/);
  });

  test('store only the beginning of a long user agent, and leave an empty one empty', async () => {
    const here = await signIn('x'.repeat(5000), '198.51.100.7');
    await signIn('', '198.51.100.8');
    const { json } = await here.call('GET', '/api/user/sessions');
    const names = json.map((one: { userAgent: string | null }) => one.userAgent);
    expect(names.toSorted()).toEqual(['', 'x'.repeat(400)]);
  });

  test('can be ended one by one, which also ends their connections to the realtime database', async () => {
    const here = await signIn(SAFARI, '198.51.100.7');
    const [there, elsewhere] = [
      await signIn(SAFARI, '198.51.100.8'),
      await signIn(SAFARI, '198.51.100.9'),
    ];
    const ended = await here.call('DELETE', `/api/user/sessions/${there.sid}`);
    expect(ended.status).toBe(204);
    expect([await status(here), await status(there), await status(elsewhere)]).toEqual([
      200, 401, 200,
    ]);
    expect(harness.link.leaves.has(`access/${there.sid}`)).toBe(false);
    expect(harness.link.sessionsEndedLog).toContain(there.sid);
    const again = await here.call('DELETE', `/api/user/sessions/${there.sid}`);
    expect([again.status, again.text]).toEqual([404, 'Session not found']);
  });

  test('cannot be ended individually by another user, not even a master', async () => {
    const there = await signIn(SAFARI, '198.51.100.8');
    const answer = await master.call('DELETE', `/api/user/sessions/${there.sid}`);
    expect(answer.status).toBe(404);
    expect(await status(there)).toBe(200);
  });

  test('all end, including the current one, when the user signs out everywhere', async () => {
    const [here, there] = [
      await signIn(SAFARI, '198.51.100.7'),
      await signIn(SAFARI, '198.51.100.8'),
    ];
    const answer = await here.call('DELETE', '/api/user/sessions');
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toMatch(/Max-Age=0/);
    expect([await status(here), await status(there)]).toEqual([401, 401]);
    for (const { sid } of [here, there]) {
      expect(harness.link.leaves.has(`access/${sid}`)).toBe(false);
      expect(harness.link.sessionsEndedLog).toContain(sid);
    }
  });

  test('all end when another user signs the account out, but the account can sign in again', async () => {
    const there = await signIn(SAFARI, '198.51.100.8');
    const answer = await world.companyUser.call('DELETE', `/api/users/${id}/sessions`);
    expect(answer.status).toBe(204);
    expect(await status(there)).toBe(401);
    expect(harness.link.sessionsEndedLog).toContain(there.sid);
    expect(await status(await signIn(SAFARI, '198.51.100.8'))).toBe(200);
  });
});
