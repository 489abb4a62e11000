import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ARGON2, HashThreads } from '../../../platform/secrets/hashing/threads.ts';
import { engines } from '../../../testing/engines.ts';
import { createHarness, DAY_MS, type Harness, PASSWORD } from '../../../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness();
  await harness.addUser('master', {}, 'Master');
});
afterAll(() => harness.close());

const signIn = (username: string, password: string, headers: Record<string, string> = {}) =>
  harness.anonymous().call('POST', '/api/login', { username, password }, { headers });

const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0]!;

describe('signing in', () => {
  test('returns the user and a cookie that is hidden from scripts and other sites', async () => {
    const answer = await signIn('Master', PASSWORD);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ username: 'Master', role: 'master', companyId: null });
    expect(answer.text).not.toMatch(/password|hash/i);
    expect([answer.headers['set-cookie']].flat()[0]).toMatch(
      /^halyard_3000=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const user = await harness
      .anonymous()
      .call('GET', '/api/user', undefined, { headers: { cookie: cookieOf(answer) } });
    expect(user.status).toBe(200);
  });

  test('accepts the username in upper or lower case', async () => {
    expect((await signIn('mAsTeR', PASSWORD)).status).toBe(200);
  });

  test('sends the same response for a wrong password and for an unknown username', async () => {
    const wrong = await signIn('Master', 'not the password');
    const unknown = await signIn('nobody', 'not the password');
    expect([wrong.status, wrong.text]).toEqual([401, 'Invalid username or password.']);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
  });

  test('takes the same time for a wrong password and for an unknown username, so that timing reveals nothing', async () => {
    await harness.addUser('master', {}, 'Timed');
    const run = vi.spyOn(HashThreads.prototype, 'run');
    const workFor = async (username: string) => {
      run.mockClear();
      await signIn(username, 'not the password');
      // A hash begins with the parameters that determine how long it takes to compute.
      return run.mock.calls.map(([, job]) => [
        job.kind,
        job.kind === 'match' && job.hashes.map((hash) => hash.split('$', 4).join('$')),
      ]);
    };
    const cost = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=1`;
    const known = await workFor('Timed');
    expect(known).toEqual([['match', [cost, cost]]]);
    expect(await workFor('nobody')).toEqual(known);
    run.mockRestore();
  });

  test('stores neither the password nor the token', async () => {
    const cookie = cookieOf(await signIn('Master', PASSWORD));
    const users = await harness.services.db.queries.selectFrom('users').selectAll().execute();
    const sessions = await harness.services.db.queries.selectFrom('sessions').selectAll().execute();
    const stored = JSON.stringify([users, sessions]);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).not.toContain(cookie.split('=')[1]);
    expect(users[0]?.password_hash).toMatch(/^\$argon2id\$/);
  });

  test("creates a new session each time, and ends the browser's previous session to prevent session fixation", async () => {
    const first = cookieOf(await signIn('Master', PASSWORD));
    const second = cookieOf(await signIn('Master', PASSWORD, { cookie: first }));
    expect(second).not.toBe(first);
    const old = await harness
      .anonymous()
      .call('GET', '/api/user', undefined, { headers: { cookie: first } });
    expect(old.status).toBe(401);
  });

  test('never uses a session ID that the client has chosen', async () => {
    const planted = 'halyard_3000=planted';
    const answer = await signIn('Master', PASSWORD, { cookie: planted });
    expect(cookieOf(answer)).not.toBe(planted);
    const user = await harness
      .anonymous()
      .call('GET', '/api/user', undefined, { headers: { cookie: planted } });
    expect(user.status).toBe(401);
  });
});

describe('a session', () => {
  test('ends at sign-out, together with its connections to the realtime database', async () => {
    const id = await harness.addUser('master');
    const client = await harness.client(id);
    const signedIn = await harness.sessions.fromCookie(client.cookie!);
    const { sid } = signedIn!.session;
    expect((await client.call('GET', '/api/config')).json.signedIn).toBe(true);
    await harness.link.flushOutbox();
    expect(harness.link.leaves.get(`access/${sid}`)).toBe(true);
    const answer = await client.call('POST', '/api/logout');
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toMatch(/Max-Age=0/);
    expect((await client.call('GET', '/api/user')).status).toBe(401);
    expect((await client.call('GET', '/api/config')).json.signedIn).toBe(false);
    expect(harness.link.leaves.has(`access/${sid}`)).toBe(false);
    expect(harness.link.sessionsEndedLog).toContain(sid);
  });

  test('is not needed to sign out', async () => {
    expect((await harness.anonymous().call('POST', '/api/logout')).status).toBe(200);
  });

  test('ends after 14 days without use, or after 90 days even if it is used', async () => {
    const id = await harness.addUser('master');
    const start = harness.time.now;
    const used = await harness.client(id);
    const idle = await harness.client(id);
    try {
      for (let day = 10; day < 90; day += 10) {
        harness.time.now = start + day * DAY_MS;
        expect((await used.call('GET', '/api/user')).status).toBe(200);
        await harness.sessions.flush();
      }
      expect((await idle.call('GET', '/api/user')).status).toBe(401);
      harness.time.now = start + 90 * DAY_MS;
      expect((await used.call('GET', '/api/user')).status).toBe(401);
      await harness.sessions.sweep();
      const left = await harness.services.db.queries
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', id)
        .execute();
      expect(left).toEqual([]);
    } finally {
      harness.time.now = start;
    }
  });

  test('stores the time of its last use at most once a minute', async () => {
    const client = await harness.client(await harness.addUser('master'));
    const lastUse = async () => {
      const { session } = (await harness.sessions.fromCookie(client.cookie!))!;
      const row = await harness.services.db.queries
        .selectFrom('sessions')
        .select('last_used_at')
        .where('id', '=', session.sid)
        .executeTakeFirstOrThrow();
      return row.last_used_at;
    };
    const start = harness.time.now;
    harness.time.now += 30_000;
    expect(await lastUse()).toBe(start);
    await harness.sessions.flush();
    expect(await lastUse()).toBe(start + 30_000);
  });

  test('is rejected on a different port of the same host', async () => {
    const client = await harness.client(await harness.addUser('master'));
    const cookie = client.cookie!.replace('halyard_3000', 'halyard_3001');
    const answer = await client.call('GET', '/api/user', undefined, { headers: { cookie } });
    expect(answer.status).toBe(401);
  });
});

describe('guessing passwords', () => {
  test('is throttled per username and IP address, while the right password still works from another IP address', async () => {
    const name = `guessed-${Date.now()}`;
    await harness.addUser('master', {}, name);
    const from = (remoteAddress: string, password: string) =>
      harness
        .anonymous()
        .call('POST', '/api/login', { username: name, password }, { remoteAddress });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await from('10.0.0.9', 'wrong')).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.at(-1)).toBe(429);
    const refused = await from('10.0.0.9', PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/^Too many attempts\. Try again in \d+ seconds?\.$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('10.0.0.10', PASSWORD)).status).toBe(200);
    harness.time.now += 5_000;
    expect((await from('10.0.0.9', PASSWORD)).status).toBe(200);
  });

  test('is throttled by the IP address that the proxy reports, not by the one that the client claims', async () => {
    const proxied = await createHarness({ settings: { trustProxy: true } });
    const name = 'proxied';
    await proxied.addUser('master', {}, name);
    const from = (forwarded: string) =>
      proxied
        .anonymous()
        .call(
          'POST',
          '/api/login',
          { username: name, password: 'wrong' },
          { headers: { 'x-forwarded-for': forwarded } },
        );
    let last = 0;
    for (let i = 0; i < 12; i++) last = (await from(`10.9.9.${i}, 198.51.100.7`)).status;
    expect(last).toBe(429);
    expect((await from('198.51.100.8')).status).toBe(401);
    await proxied.close();
  });
});

describe.each(engines)('signing in on %s', (engine) => {
  test('creates no session if the password changes at the same time', async () => {
    const own = await createHarness({ engine });
    const master = await own.as('master');
    for (let round = 0; round < 3; round++) {
      const id = await own.addUser('master', {}, `racer-${round}`);
      const signIns = Array.from({ length: 6 }, () =>
        own
          .anonymous()
          .call('POST', '/api/login', { username: `racer-${round}`, password: PASSWORD }),
      );
      const change = master.call('PATCH', `/api/users/${id}`, { password: 'a new password' });
      const answers = await Promise.all([...signIns, change]);
      expect(answers.at(-1)!.status).toBe(200);
      const sessions = await own.services.db.queries
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', id)
        .execute();
      expect(sessions).toEqual([]);
    }
    await own.close();
  });
});
