import { describe, expect, test } from 'vitest';
import { FlagStore } from '@/lib/realtime/flagStore.ts';
import { makeFlag, node, silentNode } from '../testing/flags.ts';
import { ago, lastSeenText } from '../texts/lastSeen.ts';
import { masterSelection } from './masterSelection.ts';

const lit = { lamp: true, reported: { flagUp: true, lamp: true, lastSeen: Date.now() / 1000 } };

describe('a master control', () => {
  const down = { flagUp: false, flagDown: true };
  const lock = { reason: 'Rope', by: 'u', byName: 'ann', at: 1 };
  const flags = [
    makeFlag({}, node(lit)),
    makeFlag({ companyId: 'birch', company: 'Birch' }, node()),
    makeFlag({ companyId: 'cedar', company: 'Cedar' }, silentNode(900)),
    makeFlag({ companyId: 'dune', company: 'Dune' }, node({ ...down, lock })),
    makeFlag({ companyId: 'dune', company: 'Dune' }, { ...silentNode(900), lock }),
  ];
  const store = new FlagStore({ frame: (run) => run() });
  store.accept(flags);
  const stateOf = (id: string) => store.state(id);

  test('counts online flags that are not locked, and is on if all of them have the position', () => {
    expect(masterSelection(flags, stateOf)).toEqual({
      online: 2,
      locked: 1,
      on: { flagUp: true, flagDown: false, flagHalf: false, lamp: false },
    });
    expect(masterSelection(flags.slice(0, 1), stateOf).on.lamp).toBe(true);
  });

  test('is off and counts 0 if no flag is online', () => {
    expect(masterSelection(flags.slice(2, 3), stateOf)).toEqual({
      online: 0,
      locked: 0,
      on: { flagUp: false, flagDown: false, flagHalf: false, lamp: false },
    });
  });
});

describe('the time a pole was last seen', () => {
  test.each([
    [5_000, '5 s ago'],
    [59_999, '59 s ago'],
    [12 * 60_000, '12 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [50 * 3_600_000, '2 d ago'],
    [-2_000, '0 s ago'],
  ])('%d ms ago is shown as %s', (age, text) => {
    expect(ago(10_000_000_000 - age, 10_000_000_000)).toBe(text);
  });

  test('is “never seen” for a pole that has never reported', () => {
    expect(lastSeenText(null, 0)).toBe('never seen');
  });
});
