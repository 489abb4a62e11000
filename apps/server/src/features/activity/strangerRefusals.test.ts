import { activityText } from '@halyard/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DemoServer, startDemoServer } from '../../testing/demoServer.ts';
import { Live } from '../../testing/live.ts';
import {
  FIRST_MS,
  LEAST,
  LONGEST_MS,
  MOST_ADDRESSES,
  QUIET_MS,
  StrangerBursts,
} from './strangerRefusals.ts';

describe('the log of refused requests from unauthenticated clients', () => {
  const NOW = 1_763_640_000_000;
  const HOUR = 3_600_000;
  let bursts: StrangerBursts;
  beforeEach(() => {
    bursts = new StrangerBursts();
  });
  const flood = (address: string, count: number, from = NOW) => {
    for (let i = 0; i < count; i++) bursts.note(address, from);
  };

  test('reports a flood after its first minute, with the IP address and the number of requests', () => {
    flood('192.0.2.7', 5000);
    expect(bursts.tick(NOW + FIRST_MS - 1)).toEqual([]);
    const burst = { address: '192.0.2.7', begun: NOW, last: NOW, count: 5000 };
    expect(bursts.tick(NOW + FIRST_MS)).toEqual([burst]);
    expect(bursts.tick(NOW + 10 * FIRST_MS)).toEqual([]);
  });

  test('has no entry if only a few requests are refused, for example because a session has ended', () => {
    flood('192.0.2.7', LEAST - 1);
    expect(bursts.tick(NOW + QUIET_MS)).toEqual([]);
    flood('192.0.2.7', LEAST - 1, NOW + 2 * QUIET_MS);
    expect(bursts.tick(NOW + HOUR)).toEqual([]);
    expect(bursts.end()).toEqual([]);
  });

  test.each([30_000, 1000])('lists a pole that sends a wrong key every %i ms', (every) => {
    let entries = 0;
    for (let at = NOW; at < NOW + 15 * 60_000; at += every) {
      bursts.note('192.0.2.7', at);
      entries += bursts.tick(at + 1).length;
    }
    expect(entries).toBeGreaterThan(0);
  });

  test('has at most ten entries on the first day, and at most four a day after that, for an IP address that never stops sending requests', () => {
    const DAY = 24 * HOUR;
    const perDay = [0, 0, 0];
    for (let at = 0; at < 3 * DAY; at += 500) {
      bursts.note('192.0.2.7', NOW + at);
      perDay[Math.floor(at / DAY)]! += bursts.tick(NOW + at).length;
    }
    expect(perDay[0]).toBeLessThanOrEqual(10);
    expect(perDay[1]).toBeLessThanOrEqual(DAY / LONGEST_MS);
    expect(perDay[2]).toBeLessThanOrEqual(DAY / LONGEST_MS);
    expect(perDay[2]).toBeGreaterThan(0);
  });

  test('has one entry for all addresses in an IPv6 network, and one for a flood from 50,000 IPv4 addresses', () => {
    for (let i = 0; i < LEAST; i++) bursts.note(`2001:db8::${i.toString(16)}`, NOW);
    expect(bursts.tick(NOW + QUIET_MS)).toMatchObject([{ count: LEAST }]);
    for (let i = 0; i < 50_000; i++)
      bursts.note(`10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, NOW + QUIET_MS);
    const entries = bursts.tick(NOW + 3 * QUIET_MS);
    expect(entries).toMatchObject([{ address: null }]);
    expect(entries[0]?.count).toBeGreaterThanOrEqual(50_000 - MOST_ADDRESSES);
  });
});

describe('the activity log of refused requests', () => {
  let server: DemoServer;
  beforeAll(async () => {
    server = await startDemoServer();
  });
  afterAll(() => server.stop());

  const from = (address: string, more: Record<string, string> = {}) => ({
    headers: { origin: server.url, 'x-forwarded-for': address, ...more },
  });
  const strangers = async () =>
    (await server.entries('category=signIns&outcome=refused')).map((entry) => ({
      ...{ text: activityText(entry), address: entry.address, cause: entry.detail.cause },
      ...{ company: entry.companyId, actor: entry.actor.kind },
    }));

  test.each([
    ['calls without a session', '192.0.2.1', '/api/flags', {}],
    ['calls with a made-up token', '192.0.2.2', '/api/flags', { authorization: 'Bearer hal_no' }],
    ['calls with a made-up cookie', '192.0.2.3', '/api/user', { cookie: 'halyard_session=x' }],
    ['reads of the realtime database without a key', '192.0.2.4', '/users.json', {}],
    ['reads with a made-up key', '192.0.2.5', '/users/a/hardware/b.json?auth=no', {}],
  ])(
    'has one entry for a flood of %s, which only the operator sees',
    async (_what, address, target, headers) => {
      for (let i = 0; i < 50; i++)
        expect((await fetch(server.url + target, from(address, headers))).status).toBe(401);
      server.clock.aheadMs += QUIET_MS + 1000;
      const mine = async () => (await strangers()).filter((one) => one.address === address);
      await expect.poll(mine).toEqual([
        {
          text: expect.stringMatching(
            /^Requests without a valid sign-in: 50 rejected within \d+ sec$/,
          ),
          ...{ address, cause: 'not signed in', company: null, actor: 'unknown' },
        },
      ]);
    },
  );

  test('has one entry for a flood of refused writes and sign-ins over a WebSocket', async () => {
    const address = '192.0.2.6';
    const live = new Live(server.url, { 'x-forwarded-for': address });
    await live.opened;
    for (let i = 0; i < 20; i++) {
      expect(await live.ask('p', { p: '/users/a', d: 1 })).toBe('permission_denied');
      expect(await live.ask('q', { p: '/users', h: '' })).toBe('permission_denied');
    }
    expect(await live.ask('auth', { cred: 'made-up' })).toBe('invalid_token');
    live.close();
    server.clock.aheadMs += QUIET_MS + 1000;
    const mine = async () => (await strangers()).filter((one) => one.address === address);
    await expect.poll(mine).toMatchObject([{ text: expect.stringContaining(': 41 rejected') }]);
  });

  test('has no entry about a browser that only checks whether a user is signed in', async () => {
    const address = '192.0.2.8';
    for (let i = 0; i < 2 * LEAST; i++)
      expect((await fetch(`${server.url}/api/user`, from(address))).status).toBe(401);
    // This later flood proves that the log has checked the earlier bursts.
    const other = '192.0.2.9';
    for (let i = 0; i < LEAST; i++) await fetch(`${server.url}/api/flags`, from(other));
    server.clock.aheadMs += QUIET_MS + 1000;
    const seen = async () => (await strangers()).map((one) => one.address);
    await expect.poll(seen).toContain(other);
    expect(await seen()).not.toContain(address);
  });

  test("identifies a user who makes calls that the user's role does not permit", async () => {
    const { eve } = server;
    const { id, companyId } = eve.user;
    for (let i = 0; i < 30; i++)
      expect((await eve.delete(`/api/companies/${companyId}`)).status).toBe(403);
    const mine = async () =>
      (await server.entries(`who=${id}&outcome=refused`)).map((entry) => [
        ...[entry.kind, activityText(entry), entry.detail.cause, entry.actor.name],
        ...[entry.companyId, entry.channel],
      ]);
    const about = expect.stringMatching(/^API call: 30 rejected within \d+ sec$/);
    const burst = ['call.refused', about, 'not allowed', 'employee', companyId, 'console'];
    server.clock.aheadMs += 2500;
    await expect.poll(mine).toEqual([burst]);
  });
});
