import { ref, runTransaction } from '@firebase/database';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RawClient } from '../testing/raw.ts';
import { connect } from '../testing/sdk.ts';
import { type Running, start } from '../testing/start.ts';
import { Reservations } from '../wire/reservations.ts';

describe('a path that is reserved after a stale transaction (protocol §10)', () => {
  const MS = 500;
  let reservations: Reservations<object>;
  let log: string[];
  const [greedy, honest] = [{ name: 'greedy' }, { name: 'honest' }];

  beforeEach(() => {
    vi.useFakeTimers();
    reservations = new Reservations(MS);
    log = [];
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const attempt = (owner: { name: string }, stale: boolean) =>
    reservations.run(
      '/hot',
      owner,
      () => {
        log.push(`${owner.name} ${stale ? 'stale' : 'ok'}`);
        return stale;
      },
      () => log.push(`${owner.name} goes on`),
    );

  test('is released when the reservation expires, if the client that reserved it never returns', () => {
    attempt(greedy, true);
    expect(attempt(honest, false)).toBe(false);
    vi.advanceTimersByTime(MS - 1);
    expect(log).toEqual(['greedy stale']);
    vi.advanceTimersByTime(1);
    expect(log.slice(1)).toEqual(['honest ok', 'honest goes on']);
  });

  test('is released immediately if the client gives up; that client gets no reservation until one of its transactions succeeds', () => {
    attempt(greedy, true);
    attempt(honest, false);
    reservations.leave('/hot', honest);
    expect(log).toEqual(['greedy stale']);
    reservations.leave('/hot', greedy);
    expect(log.slice(1)).toEqual(['honest ok', 'honest goes on']);
    attempt(greedy, true);
    expect(attempt(honest, false)).toBe(true);
  });

  test("is released when the reservation expires, even if the client's transactions keep failing", () => {
    attempt(greedy, true);
    attempt(honest, false);
    for (let i = 0; i < 10; i++) {
      attempt(greedy, true);
      vi.advanceTimersByTime(MS / 10);
    }
    expect(log.at(-1)).toBe('honest goes on');
  });

  test("is not reserved again for a client whose last reservation expired, until one of that client's transactions succeeds", () => {
    attempt(greedy, true);
    vi.advanceTimersByTime(MS);
    attempt(greedy, true);
    expect(attempt(honest, false)).toBe(true);
    attempt(greedy, false);
    attempt(greedy, true);
    expect(attempt(honest, false)).toBe(false);
    reservations.release(greedy);
    expect(log.at(-1)).toBe('honest goes on');
  });

  test('is reserved for the next client in line when the current client succeeds or disconnects', () => {
    attempt(greedy, true);
    attempt(honest, true);
    const third = { name: 'third' };
    attempt(third, false);
    attempt(greedy, false);
    expect(log).toEqual(['greedy stale', 'greedy ok', 'honest stale', 'honest goes on']);
    reservations.release(honest);
    expect(log.slice(4)).toEqual(['third ok', 'third goes on']);
  });
});

describe('clients that begin transactions and never finish one', () => {
  let server: Running;
  afterEach(() => server.stop());

  test("do not block other clients' transactions", async () => {
    server = await start({ limits: { reservationMs: 100 } });
    let going = true;
    const greedy = await Promise.all(
      Array.from({ length: 5 }, () => new RawClient(server.port).open()),
    );
    const loops = greedy.map(async (raw) => {
      while (going) expect((await raw.ask('p', { p: '/hot', d: 0, h: 'no' })).s).toBe('datastale');
    });
    const honest = connect(server.port);
    for (let i = 1; i <= 5; i++) {
      const result = await runTransaction(
        ref(honest.db, 'hot'),
        (n: number | null) => (n ?? 0) + 1,
      );
      expect([result.committed, result.snapshot.val()]).toEqual([true, i]);
    }
    going = false;
    await Promise.all(loops);
    for (const raw of greedy) raw.close();
    await honest.close();
  });

  test('lose their reservation of a path when they stop listening at that path', async () => {
    server = await start({ limits: { reservationMs: 60_000 } });
    const [first, second] = [new RawClient(server.port), new RawClient(server.port)];
    await Promise.all([first.open(), second.open()]);
    expect((await first.ask('p', { p: '/hot', d: 0, h: 'no' })).s).toBe('datastale');
    const waits = second.ask('p', { p: '/hot', d: 1, h: '' });
    await first.ask('n', { p: '/hot' });
    expect((await waits).s).toBe('ok');
    for (const raw of [first, second]) raw.close();
  });
});
