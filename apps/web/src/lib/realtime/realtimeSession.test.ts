import type { SessionUser } from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFlag, makeUser, node } from '@/flags/testing/flags.ts';
import { FlagStore } from './flagStore.ts';
import { RealtimeSession } from './realtimeSession.ts';
import { FakeTransport } from './testing/fakeTransport.ts';

const HARDWARE = 'users/company-acme/hardware';

let transport: FakeTransport;
let store: FlagStore;
let session: RealtimeSession;
const onRevision = vi.fn();
const onChange = vi.fn();

function begin(actor: SessionUser) {
  session = new RealtimeSession({ transport, actor, store, onRevision, onChange });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  onRevision.mockClear();
  onChange.mockClear();
  transport = new FakeTransport();
  store = new FlagStore({ frame: (run) => run() });
});
afterEach(() => {
  session.stop();
  vi.useRealTimers();
});

describe('realtime listeners', () => {
  test('cover all flags of each owner, and all companies, for a master', () => {
    begin(makeUser('master'));
    store.accept([makeFlag(), makeFlag({ companyId: 'birch' })]);
    transport.setConnected(true);
    expect(transport.listens.map(({ path, filter }) => [path, filter])).toEqual([
      ['companies', null],
      [HARDWARE, null],
      ['users/company-birch/hardware', null],
    ]);
  });

  test.each([
    ['company_user', { child: 'companyId', value: 'acme' }],
    ['employee', { child: 'companyId', value: 'acme' }],
    ['location_user', { child: 'locationId', value: 'acme-city-1' }],
  ] as const)('cover only the scope of the role %s', (role, filter) => {
    begin(makeUser(role));
    store.accept([makeFlag()]);
    transport.setConnected(true);
    expect(transport.listens.map(({ path, filter: f }) => [path, f])).toEqual([[HARDWARE, filter]]);
    expect(transport.valueListens.map(({ path }) => path)).toEqual(['companies/acme']);
  });

  test('cover everything for operator staff, and nothing for an employee without a company', () => {
    begin(makeUser('employee', { companyId: null, allCompanies: true }));
    store.accept([makeFlag()]);
    transport.setConnected(true);
    expect(transport.listens.map(({ filter }) => filter)).toEqual([null, null]);
    session.stop();

    transport = new FakeTransport();
    begin(makeUser('employee', { companyId: null }));
    transport.setConnected(true);
    expect(transport.listens).toEqual([]);
    expect(transport.valueListens).toEqual([]);
  });

  test('include an owner added by a later list', () => {
    begin(makeUser('master'));
    transport.setConnected(true);
    store.accept([makeFlag({ companyId: 'cedar' })]);
    expect(() => transport.at('users/company-cedar/hardware')).not.toThrow();
  });

  test('stop when the connection is lost, keep their values, and start again when it returns', () => {
    begin(makeUser('master'));
    const flag = makeFlag();
    store.accept([flag]);
    transport.setConnected(true);
    transport.at(HARDWARE).value(flag.flagId, node({ voltage: 47 }));
    transport.at(HARDWARE).synced();
    transport.setConnected(false);
    expect(transport.listens).toEqual([]);
    expect(store.state(flag.id)?.view.voltage).toBe(47);
    expect(session.writePath('company-acme')).toBe('blocked');
    transport.setConnected(true);
    expect(transport.listens).toHaveLength(2);
    expect(session.writePath('company-acme')).toBe('live');
  });

  test('are retried if rejected, while the list stays and switches use PATCH', () => {
    begin(makeUser('master'));
    const flag = makeFlag();
    store.accept([flag]);
    transport.setConnected(true);
    transport.at(HARDWARE).refused(new Error('permission_denied'));
    expect(session.writePath('company-acme')).toBe('patch');
    expect(store.state(flag.id)?.view.isOnline).toBe(true);
    vi.advanceTimersByTime(2_000);
    transport.at(HARDWARE).value(flag.flagId, node());
    transport.at(HARDWARE).synced();
    expect(session.writePath('company-acme')).toBe('live');
  });

  test('leave switches to PATCH before the first connection, and block them after a loss', () => {
    begin(makeUser('master'));
    expect(session.writePath('x')).toBe('patch');
    vi.advanceTimersByTime(30_000);
    expect(session.writePath('x')).toBe('patch');
    transport.setConnected(true);
    expect(session.writePath('x')).toBe('live');
    transport.setConnected(false);
    expect(session.writePath('x')).toBe('blocked');
  });

  test('do not enable switches while the device has no network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    begin(makeUser('master'));
    expect(session.writePath('x')).toBe('blocked');
  });

  test('end with the connection when the session ends', () => {
    begin(makeUser('master'));
    store.accept([makeFlag()]);
    transport.setConnected(true);
    session.stop();
    expect(transport.closed).toBe(true);
    expect(transport.listens).toEqual([]);
  });
});

describe('company revisions', () => {
  test('report only companies whose revision increased', () => {
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

  test('trigger a full refetch after a reconnect', () => {
    begin(makeUser('master'));
    transport.setConnected(true);
    expect(onRevision).not.toHaveBeenCalled();
    transport.setConnected(false);
    transport.setConnected(true);
    expect(onRevision).toHaveBeenCalledExactlyOnceWith(null);
  });
});
