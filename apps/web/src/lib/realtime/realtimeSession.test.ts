import type { Flag, SessionUser } from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFlag, makeUser, node } from '@/flags/testing/flags.ts';
import { FlagStore } from './flagStore.ts';
import { RealtimeSession } from './realtimeSession.ts';
import { SummaryStore } from './summaryStore.ts';
import { FakeTransport } from './testing/fakeTransport.ts';

const FLAG = { firebaseUserId: 'company-acme', flagId: 'P1' };
const ROLES = ['master', 'company_user', 'employee', 'location_user'] as const;

let transport: FakeTransport;
let store: FlagStore;
let summaries: SummaryStore;
let session: RealtimeSession;
const onRevision = vi.fn();
const onChange = vi.fn();

function begin(actor: SessionUser) {
  session = new RealtimeSession({ transport, actor, store, summaries, onRevision, onChange });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  onRevision.mockClear();
  onChange.mockClear();
  transport = new FakeTransport();
  store = new FlagStore({ frame: (run) => run() });
  summaries = new SummaryStore();
});
afterEach(() => {
  session.stop();
  vi.useRealTimers();
});

/**
 * Puts flags on screen.
 * @returns a function that removes them
 */
function show(...flags: Flag[]): () => void {
  store.accept(flags);
  const stops = flags.map(({ id }) => store.subscribe(id, () => {}));
  return () => {
    for (const stop of stops) stop();
  };
}

const pathOf = (flag: Flag) => `users/${flag.firebaseUserId}/hardware/${flag.flagId}`;
/**
 * Waits until subscriptions have taken effect, and returns the paths of the flags that have a
 * listener.
 */
async function listened(): Promise<string[]> {
  await Promise.resolve();
  return transport.valueListens
    .map(({ path }) => path)
    .filter((path) => path.startsWith('users/'))
    .sort();
}
const listenerOf = (flag: Flag) =>
  transport.valueListens.find(({ path }) => path === pathOf(flag))!;

describe('realtime listeners', () => {
  test.each(ROLES)("cover only the flags on screen when the user's role is %s", async (role) => {
    begin(makeUser(role));
    const [shown, other] = [makeFlag(), makeFlag()];
    store.accept([other]);
    show(shown);
    transport.setConnected(true);
    expect(await listened()).toEqual([pathOf(shown)]);
    expect(transport.listens.every(({ path }) => path === 'companies')).toBe(true);
  });

  test('start immediately for new rows, and end 5 seconds after a row leaves the screen', async () => {
    begin(makeUser('master'));
    transport.setConnected(true);
    const [first, second] = [makeFlag(), makeFlag({ companyId: 'birch' })];
    const leave = show(first);
    expect(await listened()).toEqual([pathOf(first)]);
    leave();
    show(second);
    expect(await listened()).toEqual([pathOf(first), pathOf(second)].sort());
    vi.advanceTimersByTime(5_000);
    expect(await listened()).toEqual([pathOf(second)]);
    expect(store.liveRecord(first.id)).toBeUndefined();
  });

  test('are kept for a row that is back on screen within 5 seconds', async () => {
    begin(makeUser('master'));
    transport.setConnected(true);
    const flag = makeFlag();
    const leave = show(flag);
    await listened();
    const before = listenerOf(flag);
    leave();
    await listened();
    vi.advanceTimersByTime(2_000);
    show(flag);
    vi.advanceTimersByTime(10_000);
    expect(listenerOf(flag)).toBe(before);
  });

  test('stop when the connection is lost, keep their values, and start again when the connection returns', async () => {
    begin(makeUser('master'));
    const flag = makeFlag();
    show(flag);
    transport.setConnected(true);
    await listened();
    listenerOf(flag).value(node({ voltage: 47 }));
    transport.setConnected(false);
    expect(await listened()).toEqual([]);
    expect(store.state(flag.id)?.view.voltage).toBe(47);
    expect(session.writePath(flag)).toBe('blocked');
    transport.setConnected(true);
    expect(await listened()).toEqual([pathOf(flag)]);
    expect(session.writePath(flag)).toBe('live');
  });

  test('are retried after a rejection; until a retry succeeds, commands to the flag are sent by PATCH', async () => {
    begin(makeUser('master'));
    const [flag, other] = [makeFlag(), makeFlag()];
    show(flag, other);
    transport.setConnected(true);
    await listened();
    listenerOf(flag).refused(new Error('permission_denied'));
    expect([session.writePath(flag), session.writePath(other)]).toEqual(['patch', 'live']);
    expect(session.canWrite).toBe(true);
    expect(store.state(flag.id)?.view.isOnline).toBe(true);
    vi.advanceTimersByTime(2_000);
    transport.valueListens.findLast(({ path }) => path === pathOf(flag))!.value(node());
    expect(session.writePath(flag)).toBe('live');
  });

  test('stop, and the connection closes, when the session ends', () => {
    begin(makeUser('master'));
    show(makeFlag());
    transport.setConnected(true);
    session.stop();
    expect(transport.closed).toBe(true);
    expect([...transport.listens, ...transport.valueListens]).toEqual([]);
  });
});

describe('commands to flags', () => {
  test('are sent by PATCH before the first connection, but blocked once a connection has been lost', () => {
    begin(makeUser('master'));
    expect(session.writePath(FLAG)).toBe('patch');
    vi.advanceTimersByTime(30_000);
    expect(session.writePath(FLAG)).toBe('patch');
    transport.setConnected(true);
    expect(session.writePath(FLAG)).toBe('live');
    transport.setConnected(false);
    expect(session.writePath(FLAG)).toBe('blocked');
  });

  test('are blocked while the device has no network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    begin(makeUser('master'));
    expect(session.writePath(FLAG)).toBe('blocked');
  });
});

describe('revision numbers of company data', () => {
  test('trigger a refetch only if they have increased, or if the company is new or was removed', () => {
    begin(makeUser('master'));
    transport.setConnected(true);
    const companies = transport.at('companies');
    companies.value('acme', { name: 'Acme', rev: 1 });
    companies.synced();
    companies.value('acme', { name: 'Acme!', rev: 1 });
    expect(onRevision).not.toHaveBeenCalled();
    companies.value('acme', { name: 'Acme!', rev: 2 });
    expect(onRevision).toHaveBeenCalledExactlyOnceWith('acme');
    companies.value('new', { rev: 1 });
    companies.removed('acme');
    expect(onRevision.mock.calls).toEqual([['acme'], ['new'], ['acme']]);
  });

  test('are not reported to a user of another company', () => {
    begin(makeUser('employee'));
    transport.setConnected(true);
    transport.valueListens[0]!.value({ rev: 4 });
    expect(onRevision).not.toHaveBeenCalled();
    transport.valueListens[0]!.value({ rev: 5 });
    expect(onRevision).toHaveBeenCalledExactlyOnceWith('acme');
  });

  test('report a company that changed after the page was opened but before the listener started', () => {
    const change = (at: number) => ({ rev: at * 1000 });
    const openedAt = Date.now() - performance.now();
    vi.advanceTimersByTime(4000);
    begin(makeUser('master'));
    transport.setConnected(true);
    const companies = transport.at('companies');
    companies.value('before', change(openedAt - 60_000));
    companies.value('acme', change(openedAt + 1000));
    companies.synced();
    expect(onRevision).toHaveBeenCalledExactlyOnceWith('acme');
    onRevision.mockClear();
    transport.setConnected(false);
    transport.setConnected(true);
    transport.at('companies').value('acme', change(openedAt + 1000));
    expect(onRevision).toHaveBeenCalledExactlyOnceWith(null);
  });

  test('trigger a full refetch after a reconnect', () => {
    begin(makeUser('master'));
    transport.setConnected(true);
    expect(onRevision).not.toHaveBeenCalled();
    transport.setConnected(false);
    transport.setConnected(true);
    expect(onRevision).toHaveBeenCalledExactlyOnceWith(null);
  });
});
