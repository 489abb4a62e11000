import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testUser } from '@/testing/render.tsx';
import { realtime } from './realtime.ts';
import { FakeTransport } from './testing/fakeTransport.ts';

const FLAG = { firebaseUserId: 'company-1', flagId: 'P1' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  realtime.stop();
  vi.useRealTimers();
});

test('while the realtime connection cannot be opened, the console keeps trying and sends commands by PATCH', async () => {
  const transport = new FakeTransport();
  const connect = vi
    .fn<() => Promise<FakeTransport>>()
    .mockRejectedValueOnce(new Error('Google is away'))
    .mockResolvedValue(transport);
  realtime.connectBy(connect);
  const config = { mode: 'embedded', namespace: 'halyard' } as const;
  realtime.start({ config, user: testUser(), onRevision: () => {} });
  expect(realtime.writePath(FLAG)).toBe('patch');
  await vi.advanceTimersByTimeAsync(0);
  expect([realtime.connection, realtime.writePath(FLAG)]).toEqual(['disconnected', 'patch']);

  await vi.advanceTimersByTimeAsync(30_000);
  transport.setConnected(true);
  expect([realtime.connection, realtime.writePath(FLAG)]).toEqual(['connected', 'live']);
  expect(connect).toHaveBeenCalledTimes(2);
});

test('commands are blocked while there is no network, and the realtime connection is retried as soon as the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const transport = new FakeTransport();
  const connect = vi
    .fn<() => Promise<FakeTransport>>()
    .mockRejectedValueOnce(new Error('No network'))
    .mockResolvedValue(transport);
  realtime.connectBy(connect);
  const config = { mode: 'embedded', namespace: 'halyard' } as const;
  realtime.start({ config, user: testUser(), onRevision: () => {} });
  await vi.advanceTimersByTimeAsync(0);
  expect([realtime.connection, realtime.writePath(FLAG)]).toEqual(['disconnected', 'blocked']);

  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  expect(realtime.writePath(FLAG)).toBe('patch');
  await vi.advanceTimersByTimeAsync(0);
  expect(connect).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connect).toHaveBeenCalledTimes(2);
});

test('a realtime connection is closed if it opens only after the user has signed out', async () => {
  const transport = new FakeTransport();
  const close = vi.spyOn(transport, 'close');
  realtime.connectBy(() => Promise.resolve(transport));
  const config = { mode: 'embedded', namespace: 'halyard' } as const;
  realtime.start({ config, user: testUser(), onRevision: () => {} });
  realtime.stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(close).toHaveBeenCalledOnce();
  expect(realtime.connection).toBe('off');
});
