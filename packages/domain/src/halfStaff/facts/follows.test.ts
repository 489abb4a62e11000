import { describe, expect, test } from 'vitest';
import { FLOWN_FLAGS } from '../../flags/flownFlag.ts';
import { orderOf, poleIn, reachOf } from '../../testing/halfStaff.ts';
import { AUTHORITIES } from '../orders/order.ts';
import { reachOfDay, reachOfOrder } from '../preview/orderReach.ts';
import { inEffectAt } from '../rules/orderInEffect.ts';
import { holdEndsAt, orderWindowsAt, shouldBe } from '../rules/shouldBe.ts';
import { wrongPosition } from '../wrongPosition.ts';
import {
  choiceOf,
  type FollowsChoice,
  followsAt,
  followsAuthoritySince,
  followsChanges,
  followsDaySince,
  withChoice,
  withoutOwn,
} from './follows.ts';
import type { Hold } from './hold.ts';
import type { OrderFacts, Pole } from './poleFacts.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-06-10T15:00:00Z');
const ALL = choiceOf(null);
const only = (change: Partial<FollowsChoice['authorities']>): FollowsChoice => ({
  ...ALL,
  authorities: { ...ALL.authorities, ...change },
});
const factsOf = (...orders: OrderFacts[]) => ({ orders, confirmedDays: [] });
const positionOf = (pole: Pole, facts: ReturnType<typeof factsOf>, at = NOW) =>
  shouldBe(pole, facts, at).position;

describe('the settings that say which orders a pole follows', () => {
  test('select all orders and half-staff days by default', () => {
    for (const flies of FLOWN_FLAGS)
      for (const authority of AUTHORITIES) {
        const facts = factsOf(orderOf({ authority }));
        expect(positionOf(poleIn('TX', { flies }), facts)).toBe('half');
      }
    expect(ALL.daysNotFollowed).toEqual([]);
  });

  test("can differ by the order's authority and the type of flag at the pole", () => {
    for (const off of FLOWN_FLAGS)
      for (const offAuthority of AUTHORITIES) {
        const follows = withChoice(
          null,
          only({ [offAuthority]: FLOWN_FLAGS.filter((flies) => flies !== off) }),
          NOW - HOUR_MS,
        );
        for (const flies of FLOWN_FLAGS)
          for (const authority of AUTHORITIES) {
            const facts = factsOf(orderOf({ authority }));
            const isOff = authority === offAuthority && flies === off;
            expect(positionOf(poleIn('TX', { flies, follows }), facts)).toBe(isOff ? null : 'half');
          }
      }
  });

  test("apply to an authority's full-staff exceptions as well as to its half-staff orders", () => {
    const follows = withChoice(null, only({ governor: [] }), 0);
    const facts = factsOf(
      orderOf({ id: 'o1' }),
      orderOf({ id: 'o2', authority: 'governor', kind: 'full' }),
    );
    expect(positionOf(poleIn('TX'), facts)).toBe('up');
    expect(positionOf(poleIn('TX', { follows }), facts)).toBe('half');
  });

  test('select every annual half-staff day except those that a user has excluded', () => {
    const follows = withChoice(null, { ...ALL, daysNotFollowed: ['Patriot Day'] }, 0);
    const patriotDay = Date.parse('2026-09-11T16:00:00Z');
    const memorialDay = Date.parse('2026-05-25T15:00:00Z');
    expect(positionOf(poleIn('NY'), factsOf(), patriotDay)).toBe('half');
    expect(positionOf(poleIn('NY', { follows }), factsOf(), patriotDay)).toBeNull();
    expect(positionOf(poleIn('NY', { follows }), factsOf(), memorialDay)).toBe('half');
  });

  test('also apply to the search for the next half-staff day', () => {
    const daysNotFollowed = ALL.daysNotFollowed.concat(
      'Memorial Day',
      'Patriot Day',
      'National Pearl Harbor Remembrance Day',
      'National Fallen Firefighters Memorial Service',
    );
    const follows = withChoice(null, { ...ALL, daysNotFollowed }, 0);
    // In 2027, Peace Officers Memorial Day is also Armed Forces Day: full staff.
    const { changesAt } = inEffectAt(poleIn('NY', { follows }), factsOf(), NOW);
    expect(new Date(changesAt!).toISOString().slice(0, 10)).toBe('2028-05-15');
  });

  test('apply only from the time when a user changes them', () => {
    const off = withChoice(null, only({ governor: [] }), NOW - 3 * HOUR_MS);
    const on = withChoice(off, ALL, NOW - HOUR_MS);
    const order = orderOf({ authority: 'governor', approvedAt: NOW - 2 * HOUR_MS });
    const pole = poleIn('TX', { follows: on });
    expect(orderWindowsAt(pole, factsOf(order), 'o1')).toEqual([
      { from: NOW - HOUR_MS, until: Infinity },
    ]);
    const over = { ...order, status: 'cancelled' as const, cancelledAt: NOW - 1.5 * HOUR_MS };
    expect(orderWindowsAt(pole, factsOf(over), 'o1')).toEqual([]);
    // The company has always followed the President.
    const national = orderOf({ approvedAt: NOW - 2 * HOUR_MS });
    expect(orderWindowsAt(pole, factsOf(national), 'o1')[0]?.from).toBe(NOW - 2 * HOUR_MS);
  });

  test("apply to each version of an order according to that version's authority", () => {
    const { kind, scope, starts, ends, reason } = orderOf({});
    const follows = withChoice(null, only({ president: [] }), 0);
    const earlier = { kind, scope, starts, ends, reason, from: 0, until: NOW - HOUR_MS };
    const versions = [{ ...earlier, authority: 'governor' as const }];
    const order = { ...orderOf({ authority: 'president' }), earlier: versions };
    expect(orderWindowsAt(poleIn('TX', { follows }), factsOf(order), 'o1')).toEqual([
      { from: 0, until: NOW - HOUR_MS },
    ]);
  });

  test('end half-staff, and any hold that overrides the order, as soon as they exclude the order', () => {
    const follows = withChoice(null, only({ president: [] }), NOW);
    const facts = factsOf(orderOf({}));
    const at = { position: 'half', reported: 'half' } as const;
    const left = poleIn('TX', { ...at, follows, releasedAt: NOW });
    expect(shouldBe(left, facts, NOW + HOUR_MS)).toMatchObject({ position: 'up', since: NOW });
    const hold: Hold = {
      id: 'h',
      reason: 'Painting',
      by: 'ann',
      commandId: null,
      createdAt: 0,
      expires: { kind: 'source-ends', sourceKey: 'order:o1' },
    };
    expect(holdEndsAt(poleIn('TX', { follows, hold }), facts)).toBe(-Infinity);
  });
});

describe("a location's settings that say which orders to follow", () => {
  const company = withChoice(null, only({ governor: [] }), 100);

  test("replace the company's settings until they are removed", () => {
    const own = withChoice(followsAt(company, null), only({ county: ['us'] }), 200);
    const at = followsAt(company, { isOwn: true, at: 200, follows: own });
    expect(choiceOf(at)).toEqual(only({ county: ['us'] }));
    const after = followsAt(company, withoutOwn(own, company, 300));
    expect(choiceOf(after)).toEqual(choiceOf(company));
    const state = { follows: after, flies: 'state' as const };
    expect(followsAuthoritySince(state, 'county')).toBe(300);
    expect(followsAuthoritySince(state, 'city')).toBe(0);
    expect(followsAuthoritySince(state, 'governor')).toBeNull();
  });

  test("when removed, keep the start times of the settings that match the company's", () => {
    const own = withChoice(null, only({ governor: [] }), 50);
    const after = followsAt(company, withoutOwn(own, company, 300));
    expect(after?.['governor:us']).toEqual({ follows: false, since: 50 });
  });

  test("when removed, are replaced by the company's settings, including later changes", () => {
    const own = withChoice(company, ALL, 200);
    const given = withoutOwn(own, company, 300);
    const later = withChoice(company, ALL, 400);
    const follows = followsAt(later, given);
    expect(followsAuthoritySince({ follows, flies: 'us' }, 'governor')).toBe(400);
  });
});

test('when a user changes which orders to follow, only the settings that changed get a new start time', () => {
  const first = withChoice(null, { ...only({ city: [] }), daysNotFollowed: ['Patriot Day'] }, 10);
  const second = withChoice(first, only({ city: ['us'] }), 20);
  expect(followsChanges(first, second)).toEqual(['city:us on', 'Patriot Day on']);
  expect(second['city:state']).toEqual({ follows: false, since: 10 });
  expect(second['city:us']).toEqual({ follows: true, since: 20 });
  expect(followsDaySince({ follows: second }, 'Patriot Day')).toBe(20);
  expect(choiceOf(second)).toEqual(only({ city: ['us'] }));
});

describe('poles that do not follow an order', () => {
  const follows = withChoice(null, only({ president: ['us'] }), 0);
  const state = poleIn('TX', { follows, flies: 'state' });
  const facts = factsOf(orderOf({}));

  test('are counted in the scope of the order, but not as poles that follow it', () => {
    const seen = [state, poleIn('TX', { follows })].map((pole, i) => {
      const ref = { id: `${i}`, name: '', location: '', company: '', companyId: 'c1' };
      return { pole, isOnline: true, ref };
    });
    const reach = reachOf(reachOfOrder(orderOf({})), seen, facts, NOW);
    expect([reach.inScope, reach.follow]).toEqual([2, 1]);
    expect([reach.poles.notFollowed.count, reach.poles.moves.count]).toEqual([1, 1]);
    const without = withChoice(null, { ...ALL, daysNotFollowed: ['Patriot Day'] }, 0);
    const day = { date: '2026-09-11', name: 'Patriot Day' } as const;
    const onDay = seen.map((each) => ({ ...each, pole: { ...each.pole, follows: without } }));
    expect(reachOf(reachOfDay(day), onDay, facts, NOW).poles.notFollowed.count).toBe(2);
  });

  test('never count as being in a wrong position, whether at full staff or at half-staff', () => {
    expect(wrongPosition(state, facts, NOW, 0)).toBeNull();
    expect(wrongPosition({ ...state, follows: null }, facts, NOW, 0)?.kind).toBe('full-staff');
    const half = { position: 'half', reported: 'half' } as const;
    expect(wrongPosition({ ...state, ...half }, facts, NOW, 0)).toBeNull();
    expect(wrongPosition({ ...state, ...half }, factsOf(), NOW, 0)?.kind).toBe('half-staff');
  });

  test('count as correctly positioned if they stay at half-staff during a full-staff exception that they do not follow', () => {
    const exception = orderOf({ id: 'o2', authority: 'governor', kind: 'full' });
    const own = withChoice(null, only({ governor: [] }), 0);
    const half = poleIn('TX', { position: 'half', follows: own });
    const both = factsOf(orderOf({}), exception);
    expect(wrongPosition(half, both, NOW, 0)).toBeNull();
    expect(wrongPosition({ ...half, follows: null }, both, NOW, 0)?.kind).toBe('half-staff');
  });
});
