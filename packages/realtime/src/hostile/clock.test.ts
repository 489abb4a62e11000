import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseRules } from '../rules/index.ts';
import { PollClient } from '../testing/poll.ts';
import { http, openStream, RawClient } from '../testing/raw.ts';
import { type Running, start } from '../testing/start.ts';
import { until } from '../testing/until.ts';

const HOUR = 3_600_000;
const START = 1_700_000_000_000;

let server: Running;
let now: number;
const clock = () => now;
beforeEach(() => {
  now = START;
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
});

/**
 * Clock jumps in ms, as if someone had changed the clock or the machine had been asleep: hours
 * forward, further back, and forward again.
 */
const JUMPS = [12 * HOUR, -36 * HOUR, 24 * HOUR];

describe('a server whose system clock jumps by hours', () => {
  test('keeps its connections open, and still closes one that stops answering pings', async () => {
    server = await start({
      clock,
      limits: { pingMs: 30, pollIdleMs: 1000, streamPaceMs: 20, streamKeepAliveMs: 30 },
    });
    const raw = await new RawClient(server.port).open();
    const stream = await openStream(server.port, '/a.json');
    const poll = (await new PollClient(server.port).start()).run();
    await raw.ask('q', { p: '/a', h: '' });
    for (const [i, jump] of JUMPS.entries()) {
      now += jump;
      const seen = stream.events.length;
      expect((await raw.ask('p', { p: '/a', d: i })).s).toBe('ok');
      expect((await poll.ask('g', { p: '/a', q: {} })).d).toBe(i);
      // The value arrives on time, and keep-alives continue.
      await until(() => stream.events.slice(seen).some(({ data }) => data.includes(`"data":${i}`)));
      await until(() => stream.events.slice(seen).some(({ event }) => event === 'keep-alive'));
    }
    expect(server.realtime.stats().connections).toBe(3);
    raw.ws.pong = () => {};
    await until(() => server.realtime.stats().connections === 2);
    stream.close();
    poll.closed = true;
  });

  test('keeps push IDs in order, and keeps no path reserved for longer than allowed', async () => {
    server = await start({ clock, limits: { reservationMs: 30 } });
    const names: string[] = [];
    const post = async () => {
      const { body } = await http(server.port, 'POST', '/list.json', { body: '1' });
      names.push((JSON.parse(body) as { name: string }).name);
    };
    const [one, two] = [
      await new RawClient(server.port).open(),
      await new RawClient(server.port).open(),
    ];
    await post();
    for (const jump of JUMPS) {
      expect((await one.ask('p', { p: '/hot', d: 1, h: 'no' })).s).toBe('datastale');
      now += jump;
      await post();
      await post();
      expect((await two.ask('p', { p: '/hot', d: 1, h: 'no' })).s).toBe('datastale');
    }
    expect(names).toEqual([...names].sort());
    expect(new Set(names).size).toBe(names.length);
    one.close();
    two.close();
  });

  test('still uses the system clock for rules and server values', async () => {
    const rules = { rules: { '.read': true, '.write': `now < ${START + HOUR}` } };
    server = await start({ clock, rules: parseRules(rules) });
    const raw = await new RawClient(server.port).open();
    const write = async () => (await raw.ask('p', { p: '/t', d: { '.sv': 'timestamp' } })).s;
    expect(await write()).toBe('ok');
    now += 2 * HOUR;
    expect(await write()).toBe('permission_denied');
    now -= 24 * HOUR;
    expect(await write()).toBe('ok');
    expect((await raw.ask('g', { p: '/t', q: {} })).d).toBe(START - 22 * HOUR);
    raw.close();
  });
});

describe('a credential with an expiry time', () => {
  const identity = (expiresAt: number) => ({ auth: { uid: 'u', token: {} }, expiresAt });

  test('is revoked within a minute after the system clock reaches the expiry time, and never earlier', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server = await start({
      clock,
      authenticate: { credential: async () => identity(START + 24 * HOUR) },
    });
    const raw = await new RawClient(server.port).open();
    await raw.ask('auth', { cred: 'u' });
    const revoked = () => raw.messages.some(({ a }) => a === 'ac');
    now -= 48 * HOUR;
    await vi.advanceTimersByTimeAsync(24 * HOUR);
    await raw.ask('s', {});
    expect(revoked()).toBe(false);
    now = START + 24 * HOUR;
    await vi.advanceTimersByTimeAsync(60_000);
    await raw.ask('s', {});
    expect(revoked()).toBe(true);
    raw.close();
  });

  test('is accepted even if its expiry time is later than a timer can represent', async () => {
    server = await start({
      clock,
      authenticate: { credential: async () => identity(START + 2 ** 40) },
    });
    const raw = await new RawClient(server.port).open();
    const stream = await openStream(server.port, '/a.json?auth=u');
    await raw.ask('auth', { cred: 'u' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await raw.ask('s', {});
    expect(raw.messages.some(({ a }) => a === 'ac')).toBe(false);
    expect(server.realtime.stats().connections).toBe(2);
    raw.close();
    stream.close();
  });
});
