import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { followUp } from './followUp.ts';

describe('the flag list after a command', () => {
  let changed: () => void;
  let fetches: number;
  const client = createQueryClient();
  const flags = [{ firebaseUserId: 'company-acme', flagId: 'P1' }];
  beforeEach(() => {
    vi.useFakeTimers();
    fetches = 0;
    vi.spyOn(client, 'invalidateQueries').mockImplementation(async () => void fetches++);
    vi.spyOn(realtime, 'subscribe').mockImplementation((listener) => {
      changed = listener;
      return () => {
        changed = () => {};
      };
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const pathBecomes = (path: 'live' | 'patch') => {
    vi.spyOn(realtime, 'writePath').mockReturnValue(path);
    changed();
  };

  test('is fetched three times if the command was sent by PATCH', () => {
    followUp(client, 'patch', flags);
    vi.advanceTimersByTime(60_000);
    expect(fetches).toBe(3);
  });

  test('is not fetched after a realtime write while the listener is active', () => {
    followUp(client, 'live', flags);
    pathBecomes('live');
    vi.advanceTimersByTime(60_000);
    expect(fetches).toBe(0);
  });

  test('is fetched three times if the listener is rejected right after a realtime write', () => {
    followUp(client, 'live', flags);
    pathBecomes('patch');
    pathBecomes('patch');
    vi.advanceTimersByTime(60_000);
    expect(fetches).toBe(3);
  });

  test('is not fetched again if the realtime listener is rejected a minute after the command was written', () => {
    followUp(client, 'live', flags);
    vi.advanceTimersByTime(60_000);
    pathBecomes('patch');
    vi.advanceTimersByTime(60_000);
    expect(fetches).toBe(0);
  });
});
