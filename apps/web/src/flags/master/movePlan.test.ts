import { describe, expect, test } from 'vitest';
import { FlagStore } from '@/lib/realtime/flagStore.ts';
import { makeFlag, node, silentNode } from '../testing/flags.ts';
import {
  hasMixedLamps,
  lampsText,
  leftOutText,
  movePlan,
  needsQuestion,
  placeLines,
  positionsText,
} from './movePlan.ts';

const half = node({
  reported: { flagUp: false, flagHalf: true, lamp: true, lastSeen: Date.now() / 1000 },
});
const lock = { reason: 'Rope', by: 'u', byName: 'ann', at: 1 };

function planOf(flags: ReturnType<typeof makeFlag>[]) {
  const store = new FlagStore({ frame: (run) => run() });
  store.accept(flags);
  return movePlan(flags, (id) => store.state(id));
}
const many = (count: number, changes = {}) =>
  Array.from({ length: count }, () => makeFlag(changes));

describe('the summary before a mass move', () => {
  test('counts poles by location and position, and leaves out offline and locked poles', () => {
    const depot = { locationId: 'acme-depot', location: 'Depot' };
    const plan = planOf([
      makeFlag(),
      makeFlag(depot, half),
      makeFlag(depot),
      makeFlag({}, silentNode(900)),
      makeFlag({}, node({ lock })),
      makeFlag({}, { ...silentNode(900), lock }),
    ]);
    expect(plan.flags).toHaveLength(3);
    expect(placeLines(plan)).toEqual(['City Hall, Acme: 1 pole', 'Depot, Acme: 2 poles']);
    expect(positionsText(plan)).toBe('2 up, 1 at half-staff');
    expect(lampsText(plan)).toBe('1 on, 2 off');
    expect(leftOutText(plan)).toBe('1 offline and 2 locked poles skipped.');
  });

  test('does not repeat the number of poles if all are at one location, in one position and with the same lamp state', () => {
    const plan = planOf(many(3));
    expect(placeLines(plan)).toEqual(['City Hall, Acme']);
    expect([positionsText(plan), lampsText(plan)]).toEqual(['up', 'off']);
    const lit = planOf([makeFlag({}, half), makeFlag({}, half)]);
    expect([positionsText(lit), lampsText(lit)]).toEqual(['at half-staff', 'on']);
  });

  test('counts poles by company if there are several companies', () => {
    const plan = planOf([
      ...many(3),
      makeFlag({ locationId: 'acme-depot', location: 'Depot' }),
      makeFlag({ companyId: 'birch', company: 'Birch' }),
    ]);
    expect(placeLines(plan)).toEqual([
      'Acme: 4 poles at 2 locations',
      'Birch: 1 pole at 1 location',
    ]);
    expect(leftOutText(plan)).toBe(null);
  });
});

describe('the confirmation of a mass move', () => {
  test.each([
    ['10 poles of one location', many(10), false, false],
    ['11 poles of one location', many(11), false, true],
    ['2 poles of two locations', [makeFlag(), makeFlag({ locationId: 'x' })], false, true],
    ['1 pole from a text search', many(1), true, true],
    [
      '10 poles and an offline one elsewhere',
      [...many(10), makeFlag({ locationId: 'x' }, silentNode(900))],
      false,
      false,
    ],
  ])(
    'depends on the number of poles and locations, and on whether there is a text search: %s (case %#)',
    (_, flags, isSearch, expected) => {
      expect(needsQuestion(planOf(flags), isSearch)).toBe(expected);
    },
  );

  test('is required if some lamps are on and some off', () => {
    expect(hasMixedLamps(planOf([makeFlag(), makeFlag({}, half)]))).toBe(true);
    expect(hasMixedLamps(planOf(many(2)))).toBe(false);
    expect(hasMixedLamps(planOf([makeFlag({}, half)]))).toBe(false);
  });
});

test('the confirmation of a mass move lists five locations and counts the rest', () => {
  const at = (n: number) => makeFlag({ locationId: `l${n}`, location: `Site ${n}` });
  const of = (n: number) => makeFlag({ companyId: `c${n}`, company: `Company ${n}` });
  const six = [1, 2, 3, 4, 5, 6];
  expect(placeLines(planOf(six.map(at))).slice(4)).toEqual([
    'Site 5, Acme: 1 pole',
    'and 1 more location',
  ]);
  expect(placeLines(planOf([...six, 7].map(of))).at(-1)).toBe('and 2 more companies');
});
