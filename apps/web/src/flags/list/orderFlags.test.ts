import type { SortState } from '@halyard/domain';
import {
  type Flag,
  type FlagCriteria,
  type FlagFilter,
  type FlagSortKey,
  NO_CRITERIA,
} from '@halyard/domain';
import { describe, expect, test } from 'vitest';
import { FlagStore } from '@/lib/realtime/flagStore.ts';
import { makeFlag, node, silentNode } from '../testing/flags.ts';
import { isLiveOrder, orderFlags, prepareFlags } from './orderFlags.ts';

const flags = [
  makeFlag({ id: 'c', name: 'Pole 10', flagId: 'ZX-1', company: 'Birch' }, node({ voltage: 43 })),
  makeFlag({ id: 'a', name: 'Pole 9', location: 'Depot', company: 'Acme' }, silentNode(900)),
  makeFlag({ id: 'b', name: 'Annex', company: 'Birch' }, node({ voltage: 'n/a' })),
];

function order(
  search = '',
  sort: SortState<FlagSortKey> = null,
  base: 'flag' | 'company' = 'flag',
) {
  const store = new FlagStore({ frame: (run) => run() });
  store.accept(flags);
  const found = orderFlags(prepareFlags(flags, base), search, sort, (id) => store.state(id));
  return found.map(({ id }: Flag) => id).join('');
}

describe('the flag search (spec §5)', () => {
  test.each([
    ['zx-1', 'c'],
    ['POLE 1', 'c'],
    ['birch', 'bc'],
    ['depot', 'a'],
    ['offline', 'a'],
    ['  pole 10 ', 'c'],
    ['nothing', ''],
  ])('finds “%s”', (search, ids) => {
    expect(order(search)).toBe(ids);
  });

  test('does not match across two fields', () => {
    expect(order('annexbirch')).toBe('');
  });
});

describe('the order of flags', () => {
  test('is natural by name, or by company and name', () => {
    expect(order()).toBe('bac');
    expect(order('', null, 'company')).toBe('abc');
  });

  test.each([
    ['status', 'asc', 'abc'],
    ['status', 'desc', 'bca'],
    ['voltage', 'asc', 'acb'],
    ['voltage', 'desc', 'cab'],
    ['company', 'desc', 'bca'],
    ['flag', 'desc', 'cab'],
  ] as const)(
    'is by %s %s, with missing readings last in both directions',
    (key, direction, ids) => {
      expect(order('', { key, direction })).toBe(ids);
    },
  );

  test('depends on live values only when sorting or searching by them', () => {
    expect(isLiveOrder('', null)).toBe(false);
    expect(isLiveOrder('depot', { key: 'company', direction: 'asc' })).toBe(false);
    expect(isLiveOrder('line', null)).toBe(true);
    expect(isLiveOrder('', { key: 'voltage', direction: 'asc' })).toBe(true);
  });
});

describe('flag filters', () => {
  const sent = (secondsAgo: number) =>
    node({
      flagUp: false,
      flagDown: true,
      command: { id: 'c', by: 'u', issuedAt: Date.now() - secondsAgo * 1000 },
    });
  const all = [
    makeFlag({ id: 'on', name: 'On' }, node()),
    makeFlag({ id: 'off', name: 'Off' }, silentNode(900)),
    makeFlag({ id: 'low', name: 'Low', openAlerts: ['voltage'] }, node({ voltage: 30 })),
    makeFlag({ id: 'peak', name: 'Peak' }, node({ voltage: 60 })),
    makeFlag({ id: 'away', name: 'Away', openAlerts: ['offline', 'voltage'] }, silentNode(900)),
    makeFlag({ id: 'stuck', name: 'Stuck' }, sent(60)),
    makeFlag({ id: 'moving', name: 'Moving' }, sent(2)),
  ];
  const showing = (...show: FlagFilter[]) => ({ ...NO_CRITERIA, show });
  const filtered = (criteria: FlagCriteria, search = '') => {
    const store = new FlagStore({ frame: (run) => run() });
    store.accept(all);
    const prepared = prepareFlags(all, 'flag');
    return orderFlags(prepared, search, null, (id) => store.state(id), criteria).map(
      ({ id }) => id,
    );
  };

  test('show online and offline flags, flags with a voltage alert, and unconfirmed commands', () => {
    expect(filtered(showing('online'))).toEqual(['low', 'moving', 'on', 'peak', 'stuck']);
    expect(filtered(showing('offline'))).toEqual(['away', 'off']);
    expect(filtered(showing('alert'))).toEqual(['low']);
    expect(filtered(showing('not-confirmed'))).toEqual(['stuck']);
    expect(filtered(showing('offline'), 'low')).toEqual([]);
    expect(isLiveOrder('', null, showing('alert'))).toBe(true);
    expect(isLiveOrder('', null, { ...NO_CRITERIA, position: 'up' })).toBe(true);
    expect(isLiveOrder('', null, { ...NO_CRITERIA, state: 'OH', autopilot: 'off' })).toBe(false);
  });
});
