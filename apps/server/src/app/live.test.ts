import type { ActivityPage, Flag, FlagPage, Location } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoServer, startDemoServer } from '../testing/demoServer.ts';
import { freshCommand } from '../testing/freshCommand.ts';
import { Live } from '../testing/live.ts';
import { PASSWORD_OF_TESTS, type Person, signIn } from '../testing/people.ts';

/**
 * These tests run the whole server with its realtime database. Changes made through the API must
 * affect live connections immediately.
 */

let server: DemoServer;
let master: Person;

beforeAll(async () => {
  server = await startDemoServer();
  master = server.master;
});
afterAll(() => server.stop());

/** Returns a request that listens to the first flag in a user's list, as the console does. */
async function ownFlag(person: Person): Promise<{ p: string; h: string }> {
  const [flag] = (await (await person.get('/api/flags')).json()) as Flag[];
  return { p: `/users/${flag!.firebaseUserId}/hardware/${flag!.flagId}`, h: '' };
}

describe('a realtime connection with a session cookie', () => {
  test('can read the flags of its own tenant one at a time, but no other flags', async () => {
    const company = await signIn(server.url, 'company');
    const { companyId } = company.user;
    const all = (await (await master.get('/api/flags')).json()) as Flag[];
    const foreign = all.find((flag) => flag.companyId !== companyId)!;
    const live = new Live(server.url, { cookie: company.cookie, origin: server.url });
    expect(await live.opened).toBe(101);
    expect(await live.ask('q', await ownFlag(company))).toBe('ok');
    const equal = { i: 'companyId', sp: companyId, sin: true, ep: companyId, ein: true };
    for (const request of [
      { p: `/users/${foreign.firebaseUserId}/hardware/${foreign.flagId}`, h: '' },
      { p: `/users/company-${companyId}/hardware`, h: '', q: equal, t: 1 },
      { p: '/users', h: '' },
    ])
      expect(await live.ask('q', request)).toBe('permission_denied');
    live.close();
  });

  test('no longer receives data from a flag that has moved to another location or company', async () => {
    const [here, there] = (await (await master.get('/api/locations')).json()) as Location[];
    const other = {
      name: 'Elsewhere',
      companyId: here!.companyId,
      address1: '1 Elm St',
      phone: '5550100000',
    };
    const { city, state, zip } = there!;
    const made = await master.post('/api/locations', { ...other, city, state, zip });
    const elsewhere = (await made.json()) as Location;
    const flagIds = ['MOVES-1', 'MOVES-2'];
    const [first, second] = await Promise.all(
      flagIds.map(async (flagId) => {
        const place = { companyId: here!.companyId, locationId: here!.id };
        const answer = await master.post('/api/flags', { name: flagId, flagId, ...place });
        return (await answer.json()) as Flag;
      }),
    );
    await master.post('/api/users', {
      ...{ username: 'watcher', password: PASSWORD_OF_TESTS, email: 'watcher@example.com' },
      ...{ firstName: 'W', lastName: 'A', phone: '5550100000' },
      ...{ role: 'location_user', locationId: here!.id },
    });
    const person = await signIn(server.url, 'watcher');
    const live = new Live(server.url, { cookie: person.cookie, origin: server.url });
    await live.opened;
    const paths = [first!, second!].map(
      ({ firebaseUserId, flagId }) => `users/${firebaseUserId}/hardware/${flagId}`,
    );
    for (const path of paths) expect(await live.ask('q', { p: `/${path}`, h: '' })).toBe('ok');
    const ended = (path: string) =>
      live.messages.some(({ d }) => d.a === 'c' && d.b.p?.replace(/^\//, '') === path);
    await master.patch(`/api/flags/${first!.id}`, { locationId: elsewhere.id });
    await expect.poll(() => ended(paths[0]!)).toBe(true);
    expect(ended(paths[1]!)).toBe(false);
    const before = live.messages.length;
    await master.patch(`/api/flags/${first!.id}`, {
      switches: [{ id: 'sw3', label: 'Flag Half', state: true }],
    });
    expect(await live.ask('q', { p: `/${paths[0]}`, h: '' })).toBe('permission_denied');
    expect(JSON.stringify(live.messages.slice(before))).not.toContain('flagHalf');
    live.close();
  });

  test('receives the fleet summary of its own tenant', async () => {
    const company = await signIn(server.url, 'company');
    const live = new Live(server.url, { cookie: company.cookie, origin: server.url });
    await live.opened;
    const own = `/summaries/companies/${company.user.companyId}`;
    expect(await live.ask('q', { p: own, h: '' })).toBe('ok');
    expect(await live.ask('q', { p: '/summaries/all', h: '' })).toBe('permission_denied');
    const answer = await company.get('/api/flags?page=1&counts=true');
    const { summary } = (await answer.json()) as FlagPage;
    const pushed = () => live.messages.findLast(({ d }) => d.a === 'd')?.d.b.d;
    await expect.poll(pushed).toMatchObject({ total: summary!.total });
    live.close();
  });

  test.each(['http://evil.example', 'http://127.0.0.1:1', 'null'])(
    'is refused if the page that opens it has the origin %s',
    async (origin) => {
      const live = new Live(server.url, { cookie: master.cookie, origin });
      expect(await live.opened).toBe(403);
    },
  );

  test('cannot use REST: requests to *.json are rejected despite the cookie', async () => {
    const owner = (await signIn(server.url, 'company')).user.companyId;
    for (const url of [`/users/company-${owner}/hardware.json`, `/companies/${owner}.json`]) {
      const answer = await fetch(server.url + url, { headers: { cookie: master.cookie } });
      expect([url, answer.status]).toEqual([url, 401]);
    }
  });

  test("sends commands that are logged with the client's IP address", async () => {
    const person = await signIn(server.url, 'company');
    const [flag] = (await (await person.get('/api/flags')).json()) as Flag[];
    const live = new Live(server.url, { cookie: person.cookie, origin: server.url });
    await live.opened;
    for (const [id, lamp] of [
      ['live-1', true],
      ['live-2', false],
    ] as const) {
      const command = freshCommand(person.user.id, id);
      const p = `/users/${flag?.firebaseUserId}/hardware/${flag?.flagId}`;
      expect(await live.ask('m', { p, d: { lamp, command } })).toBe('ok');
    }
    const entries = async () => {
      const url = `/api/activity?flagId=${flag?.id}&category=commands`;
      return ((await (await person.get(url)).json()) as ActivityPage).entries;
    };
    await expect.poll(entries).toMatchObject([
      {
        outcome: 'replaced',
        actor: { kind: 'person', id: person.user.id, name: 'company' },
        channel: 'live',
        address: '127.0.0.1',
        detail: { lamp: true },
      },
    ]);
    live.close();
  });

  test("adds one log entry for each burst of rejected writes; only the operator sees entries about another tenant's pole", {
    timeout: 60_000,
  }, async () => {
    const person = await signIn(server.url, 'company');
    const all = (await (await master.get('/api/flags')).json()) as Flag[];
    const own = all.find(({ companyId }) => companyId === person.user.companyId)!;
    const foreign = all.find(({ companyId }) => companyId !== person.user.companyId)!;
    await master.put(`/api/flags/${own.id}/lock`, { reason: 'New rope' });
    const live = new Live(server.url, { cookie: person.cookie, origin: server.url });
    await live.opened;
    for (const flag of [own, foreign]) {
      const command = freshCommand(person.user.id, 'x'.repeat(64));
      const p = `/users/${flag.firebaseUserId}/hardware/${flag.flagId}`;
      const d = { flagUp: false, flagHalf: true, flagDown: false, command };
      expect(await live.ask('m', { p, d })).toBe('permission_denied');
    }
    const p = '/users/nobody/hardware/made-up';
    expect(await live.ask('p', { p, d: { flagUp: true } })).toBe('permission_denied');
    live.close();
    const refused = async (who: Person) => {
      const url = `/api/activity?category=commands&outcome=refused&who=${person.user.id}`;
      const { entries } = (await (await who.get(url)).json()) as ActivityPage;
      return entries.map(({ kind, companyId, flagId, address, detail }) => ({
        ...{ kind, companyId, flagId, address },
        ...detail,
      }));
    };
    const { companyId } = person.user;
    const from = { address: '127.0.0.1' };
    const about = expect.stringMatching(/^3 rejected within \d+ sec, at 3 places$/);
    const cause = 'several causes';
    const burst = { kind: 'live.write', companyId, flagId: null, about, cause, ...from };
    await expect.poll(() => refused(person)).toEqual([burst]);
    const again = new Live(server.url, { cookie: person.cookie, origin: server.url });
    await again.opened;
    const command = freshCommand(person.user.id);
    const node = `/users/${foreign.firebaseUserId}/hardware/${foreign.flagId}`;
    const d = { flagUp: false, flagHalf: true, flagDown: false, command };
    expect(await again.ask('m', { p: node, d })).toBe('permission_denied');
    const atForeign = {
      ...{ kind: 'flag.command', companyId: null, flagId: foreign.id, position: 'half', ...from },
      cause: 'not allowed by the rules of the realtime database',
    };
    await expect.poll(() => refused(master)).toEqual([atForeign, burst]);
    expect(await refused(person)).toEqual([burst]);
    again.close();
    await master.delete(`/api/flags/${own.id}/lock`);
  });

  test('ends at sign-out; after that, the old cookie opens only an unauthenticated connection', async () => {
    const person = await signIn(server.url, 'company');
    const live = new Live(server.url, { cookie: person.cookie, origin: server.url });
    await live.opened;
    const flag = await ownFlag(person);
    expect(await live.ask('q', flag)).toBe('ok');
    await person.post('/api/logout', {});
    await live.closed;
    const again = new Live(server.url, { cookie: person.cookie, origin: server.url });
    await again.opened;
    expect(await again.ask('q', flag)).toBe('permission_denied');
    again.close();
  });

  test("ends when the user's role changes or the account is deleted", async () => {
    const locations = (await (await master.get('/api/locations')).json()) as {
      id: string;
      companyId: string;
    }[];
    const created = await master.post('/api/users', {
      username: 'short-lived',
      password: PASSWORD_OF_TESTS,
      firstName: 'S',
      lastName: 'L',
      email: 's@example.com',
      phone: '5550100000',
      role: 'company_user',
      locationId: locations[0]!.id,
    });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    const person = await signIn(server.url, 'short-lived');
    const live = new Live(server.url, { cookie: person.cookie, origin: server.url });
    await live.opened;
    const elsewhere = ((await (await person.get('/api/flags')).json()) as Flag[]).find(
      ({ locationId }) => locationId !== locations[0]!.id,
    )!;
    const flag = { p: `/users/${elsewhere.firebaseUserId}/hardware/${elsewhere.flagId}`, h: '' };
    expect(await live.ask('q', flag)).toBe('ok');
    const demoted = await master.patch(`/api/users/${id}`, { role: 'location_user' });
    expect(demoted.status).toBe(200);
    await live.closed;
    const narrowed = new Live(server.url, { cookie: person.cookie, origin: server.url });
    await narrowed.opened;
    expect(await narrowed.ask('q', flag)).toBe('permission_denied');
    await master.delete(`/api/users/${id}`);
    await narrowed.closed;
  });
});

test('a realtime connection ends when its account is suspended, and the cookie no longer works', async () => {
  const person = await signIn(server.url, 'npatel');
  const live = new Live(server.url, { cookie: person.cookie, origin: server.url });
  await live.opened;
  const suspension = `/api/users/${person.user.id}/suspension`;
  expect((await master.put(suspension, {})).status).toBe(200);
  await live.closed;
  expect((await person.get('/api/user')).status).toBe(401);
  await expect(signIn(server.url, 'npatel')).rejects.toThrow(/suspended/);
  expect((await master.delete(suspension)).status).toBe(200);
  await signIn(server.url, 'npatel');
});

describe('a device with a key', () => {
  const newFlag = async (flagId: string) => {
    const [location] = (await (await master.get('/api/locations')).json()) as {
      id: string;
      companyId: string;
    }[];
    const answer = await master.post('/api/flags', {
      name: flagId,
      flagId,
      companyId: location!.companyId,
      locationId: location!.id,
    });
    return (await answer.json()) as { id: string; firebaseUserId: string; deviceKey: string };
  };

  test('receives switch changes made through the API, and its report appears in the flag list', async () => {
    const flag = await newFlag('LIVE-1');
    const node = `${server.url}/users/${flag.firebaseUserId}/hardware/LIVE-1.json?auth=${flag.deviceKey}`;
    const stream = await fetch(node, { headers: { accept: 'text/event-stream' } });
    const events = readText(stream);
    await events.until('"id":"LIVE-1"');
    const switched = await master.patch(`/api/flags/${flag.id}`, {
      switches: [
        { id: 'sw1', label: 'Flag Up', state: false },
        { id: 'sw3', label: 'Flag Half', state: true },
      ],
    });
    expect(switched.status).toBe(200);
    await events.until('"flagHalf":true');
    await fetch(node, {
      method: 'PATCH',
      body: JSON.stringify({
        voltage: '42.7',
        'reported/flagHalf': true,
        'reported/lastSeen': Math.floor(Date.now() / 1000),
      }),
    });
    await expect
      .poll(async () => {
        const flags = (await (await master.get('/api/flags')).json()) as {
          id: string;
          isOnline: boolean;
          voltage: number;
          live: { command: { outcome?: string } | null };
        }[];
        const found = flags.find(({ id }) => id === flag.id)!;
        return [found.isOnline, found.voltage, found.live.command?.outcome];
      })
      .toEqual([true, 42.7, 'confirmed']);
  });

  test('receives auth_revoked and loses access when its key is revoked', async () => {
    const flag = await newFlag('LIVE-2');
    const node = `${server.url}/users/${flag.firebaseUserId}/hardware/LIVE-2.json?auth=${flag.deviceKey}`;
    const events = readText(await fetch(node, { headers: { accept: 'text/event-stream' } }));
    await events.until('"id":"LIVE-2"');
    const keys = (await (await master.get(`/api/flags/${flag.id}/keys`)).json()) as {
      id: string;
    }[];
    const gone = await master.delete(`/api/flags/${flag.id}/keys/${keys[0]!.id}`);
    expect(gone.status).toBe(204);
    await events.until('auth_revoked');
    await events.ended;
    expect((await fetch(node)).status).toBe(401);
  });

  test('can report its fields one at a time, and each report updates the desired position', async () => {
    const flag = await newFlag('LIVE-4');
    const node = `${server.url}/users/${flag.firebaseUserId}/hardware/LIVE-4`;
    const report = async (field: string, state: boolean) => {
      const url = `${node}/reported/${field}.json?auth=${flag.deviceKey}`;
      return (await fetch(url, { method: 'PUT', body: String(state) })).status;
    };
    const desired = async () => {
      const record = await (await fetch(`${node}.json?auth=${flag.deviceKey}`)).json();
      const { flagUp = false, flagDown = false, lamp = false } = record as Record<string, boolean>;
      return { flagUp, flagDown, lamp };
    };
    expect([await report('flagUp', false), await report('flagDown', true)]).toEqual([200, 200]);
    await expect.poll(desired).toEqual({ flagUp: false, flagDown: true, lamp: false });
    expect(await report('flagUp', true)).toBe(200);
    // When the desired lamp has changed, the server has also processed both positions.
    expect(await report('lamp', true)).toBe(200);
    await expect.poll(desired).toEqual({ flagUp: false, flagDown: true, lamp: true });
    expect(await report('flagDown', false)).toBe(200);
    await expect.poll(desired).toEqual({ flagUp: true, flagDown: false, lamp: true });

    const down = { switches: [{ id: 'sw2', state: true }] };
    const answer = await master.patch(`/api/flags/${flag.id}`, down);
    expect(answer.status).toBe(200);
    expect(await desired()).toEqual({ flagUp: false, flagDown: true, lamp: true });
    expect(await report('flagHalf', false)).toBe(200);
  });

  test("counts as online according to the server's clock, even if the device's own clock is a year off", async () => {
    const flag = await newFlag('LIVE-3');
    const node = `${server.url}/users/${flag.firebaseUserId}/hardware/LIVE-3.json?auth=${flag.deviceKey}`;
    const lastSeen = Math.floor(Date.now() / 1000) - 365 * 86_400;
    await fetch(node, { method: 'PATCH', body: JSON.stringify({ 'reported/lastSeen': lastSeen }) });
    const flags = (await (await master.get('/api/flags')).json()) as {
      id: string;
      isOnline: boolean;
    }[];
    expect(flags.find(({ id }) => id === flag.id)!.isOnline).toBe(true);
  });
});

/** Collects the text of a streamed response. */
function readText(response: Response): {
  until(text: string): Promise<void>;
  ended: Promise<void>;
} {
  let text = '';
  const read = async () => {
    for await (const chunk of response.body!) text += Buffer.from(chunk).toString();
  };
  const ended = read();
  return {
    ended,
    until: (wanted) => expect.poll(() => text.includes(wanted), { message: wanted }).toBe(true),
  };
}

test('the server rejects a large request body from an unauthenticated client without parsing it', async () => {
  const body = JSON.stringify('x'.repeat(100_000));
  const long = await fetch(`${server.url}/users.json`, { method: 'PUT', body });
  expect([long.status, await long.text()]).toEqual([400, expect.stringContaining('16384 bytes')]);
  const short = await fetch(`${server.url}/users.json`, { method: 'PUT', body: '1' });
  expect(short.status).toBe(401);
});
