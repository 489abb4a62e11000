import { existsSync, readdirSync } from 'node:fs';
import { deleteApp, initializeApp } from '@firebase/app';
import { connectDatabaseEmulator, getDatabase, onValue, ref, update } from '@firebase/database';
import type { SystemSettings } from '@halyard/domain';
import { startArduinoReplay, startFleet } from '@halyard/poles';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { findNginx } from '../../../../../scripts/nginx.mjs';
import { start } from '../../app/start.ts';
import { freshCommand } from '../../testing/freshCommand.ts';
import { isFull } from '../../testing/full.ts';
import { Live } from '../../testing/live.ts';
import { signIn } from '../../testing/people.ts';
import { hashSecret } from '../database/text.ts';
import { halfStaffDriver, type ListedFlag, STARTS, useSite } from './testing/site.ts';

/**
 * These tests run two API processes and one process with the realtime database. All of them use one
 * PostgreSQL server and run behind nginx with the example configuration from the docs. Poles and
 * users connect through real sockets.
 */
const isPossible = process.env.TEST_DATABASE_URL !== undefined && findNginx() !== null;

describe.skipIf(!isPossible)('an installation with several processes', () => {
  const site = useSite();
  const { at, newFlag, listed, switchBody } = site;

  function startPole(flag: Required<ListedFlag>) {
    return startFleet({
      server: site.installation.url,
      poles: [
        {
          ownerId: flag.firebaseUserId,
          flagId: flag.flagId,
          key: flag.deviceKey,
          name: 'Pole',
          behaviour: 'normal',
        },
      ],
      timing: { travelMin: 10, travelMax: 30, lamp: 5 },
    });
  }

  test('accepts a session that was created by a sign-in at a different API process', async () => {
    const person = await signIn(site.installation.api[0].url, 'master', site.installation.url);
    const answer = await at(1, person.cookie).get('/api/user');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ username: 'master' });
  });

  test('has the realtime data of a new flag ready before the API call returns', async () => {
    const flag = await newFlag('NODE-1');
    const node = `${site.installation.url}/users/${flag.firebaseUserId}/hardware/NODE-1.json`;
    const answer = await fetch(`${node}?auth=${flag.deviceKey}`);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ id: 'NODE-1', companyId: site.companyId }),
    ]);
  });

  test('moves a pole when either API process gets the request, and shows the move in both', async () => {
    const flag = await newFlag('PATCH-1');
    const pole = startPole(flag);
    await expect.poll(async () => (await listed(flag.id, 1)).isOnline).toBe(true);
    for (const [which, id, field] of [
      [1, 'sw2', 'flagDown'],
      [0, 'sw3', 'flagHalf'],
    ] as const) {
      expect((await at(which).patch(`/api/flags/${flag.id}`, switchBody(id))).status).toBe(200);
      for (const seen of [0, 1] as const)
        await expect
          .poll(async () => (await listed(flag.id, seen)).live.reported[field])
          .toBe(true);
    }
    await pole.stop();
  });

  test('enforces a lock that was set through one API process in the other API process and in browsers', async () => {
    const flag = await newFlag('LOCK-1');
    const lock = `/api/flags/${flag.id}/lock`;
    expect((await at(0).put(lock, { reason: 'Rope frayed' })).status).toBe(200);
    expect((await at(1).patch(`/api/flags/${flag.id}`, switchBody('sw2'))).status).toBe(409);
    const live = new Live(site.installation.url, {
      cookie: site.master.cookie,
      origin: site.installation.url,
    });
    expect(await live.opened).toBe(101);
    const write = () => {
      const command = freshCommand(site.master.user.id);
      const path = `/users/${flag.firebaseUserId}/hardware/${flag.flagId}`;
      return live.ask('m', { p: path, d: { lamp: true, command } });
    };
    expect(await write()).toBe('permission_denied');
    expect((await at(1).delete(lock)).status).toBe(200);
    expect(await write()).toBe('ok');
    live.close();
  });

  test("passes a browser's command through nginx to a pole that cannot read chunked responses", async () => {
    const flag = await newFlag('LIVE-1');
    const pole = await startArduinoReplay({
      host: '127.0.0.1',
      port: site.installation.port,
      ownerId: flag.firebaseUserId,
      flagId: flag.flagId,
      key: flag.deviceKey,
    });
    const live = new Live(site.installation.url, {
      cookie: site.master.cookie,
      origin: site.installation.url,
    });
    expect(await live.opened).toBe(101);
    const command = freshCommand(site.master.user.id, 'c1');
    const switches = { flagUp: false, flagDown: true, flagHalf: false, lamp: false };
    const path = `/users/${flag.firebaseUserId}/hardware/${flag.flagId}`;
    expect(await live.ask('m', { p: path, d: { ...switches, command } })).toBe('ok');
    await expect.poll(async () => (await listed(flag.id, 0)).live.reported.flagDown).toBe(true);
    pole.close();
    live.close();
  });

  test("accepts an SDK's commands through nginx until another process revokes the token", async () => {
    const flag = await newFlag('SDK-1');
    const pole = startPole(flag);
    await expect.poll(async () => (await listed(flag.id, 0)).isOnline).toBe(true);
    const body = { name: 'Weather', role: 'company_user', companyId: site.companyId };
    const made = await at(0).post('/api/service-accounts', body);
    const { id, secret } = (await made.json()) as { id: string; secret: string };
    const port = site.installation.port;
    const app = initializeApp({ databaseURL: `http://127.0.0.1:${port}?ns=halyard` }, 'weather');
    const database = getDatabase(app);
    connectDatabaseEmulator(database, '127.0.0.1', port, { mockUserToken: secret });
    const node = ref(database, `users/${flag.firebaseUserId}/hardware/${flag.flagId}`);
    const command = freshCommand(`service:${id}`, 'c2');
    await update(node, { flagUp: false, flagDown: false, flagHalf: true, lamp: false, command });
    await expect.poll(async () => (await listed(flag.id, 1)).live.reported.flagHalf).toBe(true);
    let isConnected = true;
    onValue(ref(database, '.info/connected'), (state) => {
      isConnected = isConnected && state.val() === true;
    });
    expect((await at(1).delete(`/api/service-accounts/${id}`)).status).toBe(204);
    await expect.poll(() => isConnected).toBe(false);
    const headers = { authorization: `Bearer ${secret}` };
    const again = await fetch(`${site.installation.url}/companies/${site.companyId}.json`, {
      headers,
    });
    expect(again.status).toBe(401);
    await deleteApp(app);
    await pole.stop();
  });

  test('rejects a connection through nginx if it comes from a page with a different origin', async () => {
    const live = new Live(site.installation.url, {
      cookie: site.master.cookie,
      origin: 'http://evil.example',
    });
    expect(await live.opened).toBe(403);
  });

  test("ends a user's live connection and session in all processes when the user signs out", async () => {
    const person = await signIn(site.installation.api[0].url, 'master', site.installation.url);
    const live = new Live(site.installation.url, {
      cookie: person.cookie,
      origin: site.installation.url,
    });
    expect(await live.opened).toBe(101);
    expect((await at(0, person.cookie).post('/api/logout', {})).status).toBe(200);
    expect((await at(1, person.cookie).get('/api/user')).status).toBe(401);
    await live.closed;
  });

  test.runIf(isFull)(
    'ends the live connection of a session that is deleted directly in the database',
    async () => {
      const person = await signIn(site.installation.api[0].url, 'master', site.installation.url);
      const live = new Live(site.installation.url, {
        cookie: person.cookie,
        origin: site.installation.url,
      });
      expect(await live.opened).toBe(101);
      const token = person.cookie.split('=')[1]!;
      const client = new pg.Client({ connectionString: site.installation.databaseUrl });
      await client.connect();
      const ended = await client.query('delete from sessions where token_hash = $1', [
        hashSecret(token),
      ]);
      await client.end();
      expect(ended.rowCount).toBe(1);
      await live.closed;
    },
  );

  test("ends a pole's stream when one API process revokes the pole's key", async () => {
    const flag = await newFlag('KEY-1');
    const node = `${site.installation.url}/users/${flag.firebaseUserId}/hardware/KEY-1.json?auth=${flag.deviceKey}`;
    const stream = await fetch(node, { headers: { accept: 'text/event-stream' } });
    const text = stream.text();
    const keys = (await (await at(1).get(`/api/flags/${flag.id}/keys`)).json()) as { id: string }[];
    expect((await at(1).delete(`/api/flags/${flag.id}/keys/${keys[0]!.id}`)).status).toBe(204);
    expect(await text).toContain('auth_revoked');
    expect((await fetch(node)).status).toBe(401);
  });

  test("revokes a pole's old key as soon as the pole reports with the new one", async () => {
    const flag = await newFlag('KEY-2');
    const old = startPole(flag);
    const keys = async (which: 0 | 1) =>
      (await (await at(which).get(`/api/flags/${flag.id}/keys`)).json()) as {
        id: string;
        lastUsedAt: number | null;
      }[];
    await expect.poll(async () => (await keys(0))[0]?.lastUsedAt).not.toBe(null);
    const made = (await (await at(1).post(`/api/flags/${flag.id}/keys`, {})).json()) as {
      id: string;
      key: string;
    };
    expect(await keys(0)).toHaveLength(2);
    await expect.poll(() => old.stats().connected).toBe(1);
    const pole = startPole({ ...flag, deviceKey: made.key });
    for (const which of [0, 1] as const)
      await expect.poll(async () => (await keys(which)).map(({ id }) => id)).toEqual([made.id]);
    await expect.poll(() => old.stats().connected).toBe(0);
    await old.stop();
    await pole.stop();
  });

  test('applies settings saved through one API process to every process, including the lease holder', {
    timeout: 3 * STARTS,
  }, async () => {
    const hasMailServer = async () => {
      const answer = await at(1).get('/api/alerts/defaults');
      return ((await answer.json()) as { hasMailServer: boolean }).hasMailServer;
    };
    const save = (part: string, body: object) => at(0).put(`/api/settings/${part}`, body);
    const mail = { host: '127.0.0.1', port: 1, encryption: 'tls', user: null, from: 'a@b.test' };
    expect(await hasMailServer()).toBe(false);
    const sealed = await save('mail', { ...mail, user: 'u', password: 'p' });
    expect([sealed.status, await sealed.text()]).toEqual([
      409,
      expect.stringContaining('SECRETS_KEY'),
    ]);
    expect((await save('mail', mail)).status).toBe(200);
    await expect.poll(hasMailServer).toBe(true);
    expect((await at(0).delete('/api/settings/mail')).status).toBe(200);
    await expect.poll(hasMailServer).toBe(false);

    const backups = async () => {
      const answer = await at(1).get('/api/settings');
      return ((await answer.json()) as SystemSettings).backups;
    };
    const made = async () => {
      const { folder } = (await backups()).report ?? {};
      if (folder === undefined || !existsSync(folder)) return 0;
      return readdirSync(folder).filter((name) => name.endsWith('.dump')).length;
    };
    const isUnderWay = async () => (await backups()).isUnderWay;
    expect((await save('backups', { isOn: true })).status).toBe(200);
    await expect.poll(made).toBeGreaterThan(0);
    await expect.poll(isUnderWay).toBe(false);
    expect((await backups()).report).toMatchObject({ failure: null, problem: null });

    const before = await made();
    const letGo = await holdDumps();
    try {
      expect((await at(1).post('/api/settings/backups/now', {})).status).toBe(200);
      const again = await at(0).post('/api/settings/backups/now', {});
      expect([again.status, await again.text()]).toEqual([409, 'A backup is already in progress.']);
    } finally {
      await letGo();
    }
    await expect.poll(isUnderWay).toBe(false);
    expect(await made()).toBe(before + 1);
  });

  /**
   * Makes pg_dump wait by locking a table.
   * @returns a function that releases the lock
   */
  async function holdDumps(): Promise<() => Promise<void>> {
    const client = new pg.Client({ connectionString: site.installation.databaseUrl });
    await client.connect();
    await client.query('create table if not exists held_by_test ()');
    await client.query('begin');
    await client.query('lock table held_by_test in access exclusive mode');
    return async () => {
      await client.query('commit');
      await client.end();
    };
  }

  test('counts sign-in attempts across all API processes, separately for each IP address that nginx reports', async () => {
    const wrong = { username: 'nobody', password: 'not the password' };
    const signInFrom = async (claimed: string) => {
      // nginx alternates between the two processes.
      const answer = await fetch(`${site.installation.url}/api/login`, {
        method: 'POST',
        headers: {
          origin: site.installation.url,
          'content-type': 'application/json',
          'x-forwarded-for': claimed,
        },
        body: JSON.stringify(wrong),
      });
      return answer.status;
    };
    const statuses: number[] = [];
    // After the eleventh attempt, each further one must wait, longer each time. On a busy machine,
    // the first waits may already be over. If each process counted separately, or by the address
    // that the client claims, 20 attempts would be possible without waiting.
    while (statuses.at(-1) !== 429 && statuses.length < 20)
      statuses.push(await signInFrom(`203.0.113.${statuses.length}`));
    expect(statuses).toEqual([...Array(statuses.length - 1).fill(401), 429]);
    expect(statuses.length).toBeGreaterThan(11);
  });

  test(
    'keeps working when one API process is killed, because nginx then uses only the other one',
    async () => {
      const flag = await newFlag('KILL-1', 1);
      const pole = startPole(flag);
      await expect.poll(async () => (await listed(flag.id, 1)).isOnline).toBe(true);
      await site.installation.api[0].end('SIGKILL');
      for (let i = 0; i < 6; i++) expect((await site.master.get('/api/flags')).status).toBe(200);
      expect((await site.master.patch(`/api/flags/${flag.id}`, switchBody('sw2'))).status).toBe(
        200,
      );
      await expect.poll(async () => (await listed(flag.id, 1)).live.reported.flagDown).toBe(true);
      await site.installation.api[0].start();
      expect((await listed(flag.id, 0)).live.reported.flagDown).toBe(true);
      await pole.stop();
    },
    STARTS,
  );

  test.runIf(isFull)(
    'sends no requests to a restarting process before it is ready',
    async () => {
      const [first] = site.installation.api;
      await first.end('SIGTERM');
      let isOver = false;
      const statuses = new Map<string, number>();
      const ask = async (what: string, send: () => Promise<Response>) => {
        while (!isOver) {
          const key = `${what} ${(await send()).status}`;
          statuses.set(key, (statuses.get(key) ?? 0) + 1);
        }
      };
      const asking = [
        ask('GET', () => site.master.get('/api/companies')),
        // nginx does not send these requests to the other process after it has sent them to one.
        ask('POST', () => site.master.post('/api/logs/none', {})),
        ask('PATCH', () => site.master.patch(`/api/companies/${site.companyId}`, { name: 'Acme' })),
      ];
      await first.start();
      await expect.poll(() => statuses.get('GET 200') ?? 0).toBeGreaterThan(20);
      isOver = true;
      await Promise.all(asking);
      expect([...statuses.keys()].sort()).toEqual(['GET 200', 'PATCH 200', 'POST 404']);
    },
    STARTS,
  );

  test(
    'lets another process take over the half-staff engine within seconds after the first one is killed',
    async () => {
      const { api, embedded } = site.installation;
      const driver = await halfStaffDriver(site.installation.databaseUrl);
      const flag = await newFlag('HALF-1', 1);
      const pole = startPole(flag);
      const reportsAt = async (index: 0 | 1, field: string) =>
        (await listed(flag.id, index)).live.reported[field] === true;
      const reports = (field: string) => reportsAt(1, field);
      expect((await site.master.patch(`/api/flags/${flag.id}`, switchBody('sw1'))).status).toBe(
        200,
      );
      await expect.poll(() => reports('flagUp')).toBe(true);
      expect(
        (await site.master.patch(`/api/companies/${site.companyId}`, { autoHalfMast: true })).ok,
      ).toBe(true);
      const { digest } = (await (await site.master.get('/api/half-staff/dry-run')).json()) as {
        digest: string;
      };
      expect((await site.master.put('/api/half-staff/engine', { isOn: true, digest })).status).toBe(
        200,
      );
      const order = await at(1).post('/api/half-staff/orders', {
        authority: 'company',
        kind: 'half',
        reason: 'Death of the founder',
        issuedAt: Date.now(),
        scope: { kind: 'companies', companyIds: [site.companyId] },
        starts: { kind: 'immediately' },
        ends: { kind: 'open' },
      });
      const { id, revision } = (await order.json()) as { id: string; revision: number };
      const orders = `/api/half-staff/orders/${id}`;
      expect((await at(1).post(`${orders}/approve`, { revision })).status).toBe(200);
      await expect.poll(() => reports('flagHalf')).toBe(true);
      // The process with the realtime database must keep running, so make it give up the lease.
      await driver.endWhile((pid) => pid === embedded.pid);
      const [killed, left] =
        (await driver.pid()) === api[0].pid ? ([0, 1] as const) : ([1, 0] as const);
      await api[killed].end('SIGKILL');
      expect((await at(left).post(`${orders}/cancel`, { why: 'By mistake' })).status).toBe(200);
      await expect.poll(() => reportsAt(left, 'flagUp')).toBe(true);
      expect([api[left].pid, embedded.pid]).toContain(await driver.pid());
      await driver.close();
      await api[killed].start();
      await pole.stop();
    },
    STARTS,
  );

  test('rejects a second process that runs the realtime database', async () => {
    const env = {
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATABASE_URL: site.installation.databaseUrl,
    };
    const second = start({ env, demo: false, reset: false, print: () => {} });
    await expect(second).rejects.toThrow('Another process already serves the realtime data');
  });

  test(
    'recovers when the process with the realtime database restarts',
    async () => {
      const flag = await newFlag('BACK-1');
      const pole = startPole(flag);
      await expect.poll(async () => (await listed(flag.id, 0)).isOnline).toBe(true);
      await site.installation.embedded.end('SIGKILL');
      await expect.poll(async () => (await at(0).get('/healthz')).status).toBe(503);
      // The API keeps working. Changes to the realtime database wait.
      expect((await at(0).patch(`/api/flags/${flag.id}`, switchBody('sw2'))).status).toBe(503);
      const lock = `/api/flags/${flag.id}/lock`;
      const refused = await at(0).put(lock, { reason: 'Rope frayed' });
      expect([refused.status, await refused.text()]).toEqual([
        504,
        expect.stringContaining('isn’t in effect yet'),
      ]);
      const made = await newFlag('BACK-2', 1);
      await site.installation.embedded.start();
      for (const which of [0, 1] as const) {
        await expect.poll(async () => (await at(which).get('/healthz')).status).toBe(200);
        if (which === 0) {
          // The change takes effect as soon as the realtime database is available again.
          await expect
            .poll(async () => (await listed(flag.id, 0)).live.lock?.reason)
            .toBe('Rope frayed');
          expect((await at(1).delete(lock)).status).toBe(200);
        }
        const patched = await at(which).patch(
          `/api/flags/${flag.id}`,
          switchBody(which === 0 ? 'sw2' : 'sw3'),
        );
        expect(patched.status).toBe(200);
        const field = which === 0 ? 'flagDown' : 'flagHalf';
        for (const seen of [0, 1] as const)
          await expect
            .poll(async () => (await listed(flag.id, seen)).live.reported[field])
            .toBe(true);
      }
      const node = `${site.installation.url}/users/${made.firebaseUserId}/hardware/BACK-2.json`;
      await expect
        .poll(async () => (await fetch(`${node}?auth=${made.deviceKey}`)).status)
        .toBe(200);
      await pole.stop();
    },
    STARTS,
  );

  test('does not log secrets that pass through nginx', async () => {
    const flag = await newFlag('LOG-1');
    const node = `/users/${flag.firebaseUserId}/hardware/LOG-1.json`;
    await fetch(`${site.installation.url}${node}?auth=${flag.deviceKey}`);
    await fetch(`${site.installation.url}/join/an-invitation-code`);
    await expect.poll(() => site.installation.proxyLogs()).toContain(node);
    const logs = await site.installation.proxyLogs();
    expect(logs).toContain('/join/...');
    for (const secret of [flag.deviceKey, 'auth=', 'an-invitation-code'])
      expect(logs).not.toContain(secret);
  });
});
