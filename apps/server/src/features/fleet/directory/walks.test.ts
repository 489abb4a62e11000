import { WALK_KEPT_MS } from '@halyard/domain';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Bus, localBus, postgresBus } from '../../../platform/jobs/bus.ts';
import { Walks } from './walks.ts';

const url = process.env.TEST_DATABASE_URL;
const ann = { userId: 'ann', query: '["flags",{"sort":"voltage"}]' };
const IDS = Array.from({ length: 1000 }, (_, n) => `the-quite-long-id-of-flag-${n}`);

let now = 0;
const open: Bus[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const bus of open.splice(0)) await bus.close();
});

/** Returns the sorted lists of two processes that share a message bus. */
async function twoProcesses(newBus: () => Promise<Bus>): Promise<[Walks, Walks]> {
  const buses = [await newBus(), await newBus()];
  open.push(...buses);
  const [a, b] = buses.map((bus) => new Walks(() => now, bus));
  return [a!, b!];
}

/** Returns an in-memory bus that all processes share. It delivers messages immediately. */
function sharedBus(): () => Promise<Bus> {
  const bus = { ...localBus(), isShared: true };
  return async () => bus;
}

describe.each([
  ['in memory', sharedBus, false],
  ['over PostgreSQL', () => () => postgresBus(url!, pino({ level: 'silent' })), url === undefined],
] as const)('a sorted list that another process has stored, %s', (_bus, buses, isSkipped) => {
  test.skipIf(isSkipped)('is fetched from that process, even a page of 500 rows', async () => {
    const [a, b] = await twoProcesses(buses());
    const id = a.begin({ ...ann, ids: IDS }, now);
    const page = { ids: IDS.slice(100, 600), total: 1000 };
    expect(await b.part(id, ann, { start: 100, limit: 500 }, now)).toEqual(page);
    expect(await a.part(id, ann, { start: 100, limit: 500 }, now)).toEqual(page);
    expect(await b.part(id, ann, { start: 999, limit: 5 }, now)).toEqual({
      ids: IDS.slice(999),
      total: 1000,
    });
  });
});

test('a list that another process has stored is returned only for the same user and the same filters', async () => {
  const [a, b] = await twoProcesses(sharedBus());
  const id = a.begin({ ...ann, ids: IDS }, now);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answers = Promise.all([
    b.part(id, { ...ann, userId: 'bob' }, { start: 0, limit: 5 }, now),
    b.part(id, { ...ann, query: '["flags",{}]' }, { start: 0, limit: 5 }, now),
    b.part('unknown', ann, { start: 0, limit: 5 }, now),
  ]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await answers).toEqual([null, null, null]);
});

test('a list that is read in pages stays available for a minute after the last request for a page, in any process', async () => {
  const [a, b] = await twoProcesses(sharedBus());
  const id = a.begin({ ...ann, ids: IDS }, now);
  now += WALK_KEPT_MS - 1;
  expect(await b.part(id, ann, { start: 0, limit: 5 }, now)).not.toBeNull();
  now += WALK_KEPT_MS - 1;
  expect(await a.part(id, ann, { start: 5, limit: 5 }, now)).not.toBeNull();
  now += WALK_KEPT_MS;
  expect(await a.part(id, ann, { start: 10, limit: 5 }, now)).toBeNull();
});
