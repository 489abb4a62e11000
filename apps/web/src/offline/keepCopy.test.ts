import type { FlagPage } from '@halyard/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerFlags } from '@/flags/testing/answerFlags.ts';
import { makeFlag, makeUser } from '@/flags/testing/flags.ts';
import { createQueryClient } from '@/lib/api/query.ts';
import { firstFlagsQuery } from '@/lib/lists/firstFlags.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { endSession } from '@/lib/sessionEvents.ts';
import { serve } from '@/testing/server.ts';
import { copyOwner, forgetCopy } from '../lib/session/copyOwner.ts';
import type { CopiedPole, CopyHead } from './copy.ts';
import { keepCopy } from './keepCopy.ts';

const written: { head: CopyHead; poles: readonly CopiedPole[] | null }[] = [];
let finish: (() => void) | null = null;
let isBroken = false;
vi.mock('./copyStore.ts', () => ({
  writeCopy: async (head: CopyHead, poles: readonly CopiedPole[] | null) => {
    if (isBroken) throw new DOMException('Storage is closed', 'InvalidStateError');
    written.push({ head, poles });
    if (finish) await new Promise<void>((resolve) => (finish = resolve));
  },
}));

const user = makeUser('master');
const client = createQueryClient();
let stop = () => {};
let tests = 0;
let answered: FlagPage;

beforeEach(() => {
  vi.useFakeTimers();
  // This is later than everything that the previous test deleted.
  vi.setSystemTime(Date.now() + ++tests * 3_600_000);
  written.length = 0;
  finish = null;
  isBroken = false;
  localStorage.clear();
  const flags = [makeFlag({ id: 'f1', name: 'Gate' })];
  flagStore.accept(flags);
  client.clear();
  answered = answerFlags(flags, '/api/flags?page=1&counts=true') as FlagPage;
  client.setQueryData(firstFlagsQuery().queryKey, answered, { updatedAt: Date.now() });
});
afterEach(() => {
  stop();
  flagStore.reset();
  vi.useRealTimers();
});
const keep = () => {
  stop = keepCopy(client, user, { productName: 'Halyard' });
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('the offline copy contains what the user sees, and belongs to the current session', async () => {
  keep();
  await pass(1_000);
  expect(written).toHaveLength(1);
  expect(written[0]?.poles).toMatchObject([{ name: 'Gate', position: 'up' }]);
  expect(written[0]?.head.session).toBe(user.session.key);
  expect(copyOwner()).toBe(user.session.key);
});

test('the offline copy is not written again if there is no newer data', async () => {
  keep();
  await pass(120_000);
  expect(written).toHaveLength(1);
});

test('after the offline copy is deleted, data that was fetched earlier is not stored in a new copy', async () => {
  keep();
  await pass(1_000);
  const { queryKey } = firstFlagsQuery();
  client.setQueryData(queryKey, answered, { updatedAt: Date.now() + 1_000 });
  await pass(2_000);
  forgetCopy();
  await pass(120_000);
  expect(written).toHaveLength(1);
  expect(copyOwner()).toBe(null);
});

test('no offline copy remains if the session ends during a write', async () => {
  finish = () => {};
  const deleted = vi.fn();
  vi.stubGlobal('indexedDB', { deleteDatabase: deleted });
  keep();
  await pass(1_000);
  expect(written).toHaveLength(1);
  endSession();
  deleted.mockClear();
  finish();
  await pass(60_000);
  expect(copyOwner()).toBe(null);
  expect(deleted).toHaveBeenCalledWith('last-known');
  vi.unstubAllGlobals();
});

test('the console does not try again to store an offline copy if the browser cannot store anything', async () => {
  const told = vi.spyOn(console, 'info').mockImplementation(() => {});
  isBroken = true;
  keep();
  await pass(60_000);
  expect(told).toHaveBeenCalledTimes(1);
  expect(copyOwner()).toBe(null);
});

test('the offline copy includes up to 200 poles, even those that no page has shown', async () => {
  const flags = Array.from({ length: 12 }, (_, n) => makeFlag({ id: `f${n}`, name: `Pole ${n}` }));
  flagStore.accept(flags);
  client.setQueryData(
    firstFlagsQuery().queryKey,
    answerFlags(flags, '/api/flags?page=1&limit=10&counts=true') as FlagPage,
    { updatedAt: Date.now() },
  );
  const fetch = serve({
    'GET /api/flags?page=1&limit=200': () => ({
      body: answerFlags(flags, '/api/flags?page=1&limit=200'),
    }),
  });
  keep();
  await pass(1_000);
  expect(written[0]?.poles).toHaveLength(12);
  await pass(120_000);
  expect(fetch).toHaveBeenCalledTimes(1);
});
