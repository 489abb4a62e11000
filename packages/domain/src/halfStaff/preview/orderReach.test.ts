import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderOf, poleIn, previewAt, reachOf } from '../../testing/halfStaff.ts';
import { momentInZone } from '../../time/zoneClock.ts';
import type { OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import type { OrderEnd, OrderStart } from '../orders/order.ts';
import { movementsOf } from '../timeline/movements.ts';
import {
  factsWith,
  type ListedPole,
  poleReach,
  RisingCount,
  reachOfDay,
  reachOfOrder,
} from './orderReach.ts';
import { previewOrder, previewSecondApproval } from './previewOrder.ts';
import { REACH_KINDS, RISING_LISTED } from './reachKinds.ts';

const at = (date: string, time: string) => momentInZone('America/New_York', date, time);
const NOON = at('2026-03-02', '12:00');
const NIGHT = at('2026-03-02', '23:00');
const HOUR_MS = 3_600_000;
const none: OrdersAndDays = { orders: [], confirmedDays: [] };
const order = orderOf({ approvedAt: NOON, ends: { kind: 'sunset', date: '2026-03-04' } });
const kindOf = (
  more: Partial<Pole>,
  { facts = { ...none, orders: [order] }, now = NOON, isOnline = true, of = order } = {},
) => poleReach(reachOfOrder(of), { pole: poleIn('NY', more), isOnline }, facts, now).kind;
const hold = (until: number) => ({
  id: 'h',
  reason: 'r',
  by: 'ann',
  createdAt: 0,
  commandId: null,
  expires: { kind: 'at' as const, at: until },
});
const lock = { by: 'u', byName: 'bob', reason: 'r', at: 0 };

describe('the effect of an order or half-staff day on one pole', () => {
  test.each<[string, Partial<Pole>, string]>([
    ['is a move for a pole that is up', {}, 'moves'],
    ['is a move for a pole in an unknown position', { position: null }, 'moves'],
    [
      'is a move for a pole on its way to half-staff',
      { position: 'half', reported: 'up' },
      'moves',
    ],
    ['is “already there” for a pole at half-staff', { position: 'half' }, 'there'],
    ['is “stays down” for a pole that is down', { position: 'down' }, 'down'],
    ['is “held” for a pole on hold', { hold: hold(NOON + HOUR_MS) }, 'held'],
    [
      'is “locked” for a locked pole, even if it is also on hold',
      { lock, hold: hold(NOON + HOUR_MS) },
      'locked',
    ],
    [
      'is “does not follow orders” if the company does not follow them, even for a locked pole',
      { lock, optedIn: false },
      'optedOut',
    ],
  ])('%s', (_what, more, kind) => expect(kindOf(more)).toBe(kind));

  test('is “offline” for an offline pole regardless of its last position', () => {
    expect(kindOf({ position: 'down' }, { isOnline: false })).toBe('offline');
    expect(kindOf({ lock }, { isOnline: false })).toBe('locked');
  });

  test("is “never in effect” if the order is over, regardless of the pole's state", () => {
    expect(kindOf({ lock }, { now: at('2026-03-04', '20:00') })).toBe('never');
  });

  test('is a delayed move if the daily rule keeps the pole down for the night', () => {
    const pole = poleIn('NY', { dailyRule: 'sunrise-sunset', position: 'down' });
    const facts = { ...none, orders: [{ ...order, approvedAt: NIGHT }] };
    const found = poleReach(reachOfOrder(order), { pole, isOnline: true }, facts, NIGHT);
    expect(found.kind).toBe('moves');
    expect(found.movesAt).toBeGreaterThan(NIGHT);
  });

  test('is a move only for the order that ends last if two orders are in effect', () => {
    const longer = orderOf({ id: 'o2', approvedAt: NOON });
    const facts = { ...none, orders: [order, longer] };
    expect(kindOf({}, { facts })).toBe('other');
    expect(kindOf({}, { facts, of: longer })).toBe('moves');
  });

  test('is a later move to half-staff if a full-staff exception ends before the order does, and no move otherwise', () => {
    const full = { id: 'x', kind: 'full', approvedAt: NOON } as const;
    const forever = orderOf(full);
    const today = orderOf({ ...full, ends: { kind: 'sunset', date: '2026-03-02' } });
    expect(kindOf({}, { facts: { ...none, orders: [order, forever] } })).toBe('other');
    expect(kindOf({}, { facts: { ...none, orders: [order, today] } })).toBe('moves');
  });

  test('is a move from half-staff to full staff if the order is a full-staff exception', () => {
    const full = orderOf({ id: 'x', kind: 'full', approvedAt: NOON });
    const facts = { ...none, orders: [order, full] };
    expect(kindOf({ position: 'half' }, { facts, of: full })).toBe('moves');
    expect(kindOf({ position: 'up' }, { facts, of: full })).toBe('there');
  });

  test('is a move to half-staff if the pole follows the annual day', () => {
    const now = at('2026-12-07', '12:00');
    const poles = [poleIn('NY'), poleIn('CA'), poleIn('TX', { optedIn: false })];
    const reach = reachOf(
      reachOfDay({
        date: '2026-12-07',
        name: 'National Pearl Harbor Remembrance Day',
      }),
      poles.map(seen),
      none,
      now,
    );
    expect([reach.poles.moves.count, reach.poles.optedOut.count, reach.later]).toEqual([2, 1, 0]);
  });
});

const seen = (pole: Pole, index: number): ListedPole => ({
  pole,
  ref: { id: `p${index}`, name: 'Mast', location: 'Yard', company: 'Acme', companyId: 'c1' },
  isOnline: true,
});

const dates = ['2026-05-23', '2026-05-24', '2026-05-25', '2026-05-26'] as const;
const START = at('2026-05-24', '02:00');
const date = fc.constantFrom(...dates);
const time = fc.constantFrom('00:30', '09:00', '12:00', '23:45');
const starts: fc.Arbitrary<OrderStart> = fc.oneof(
  fc.constant({ kind: 'immediately' as const }),
  fc.record({ kind: fc.constant('sunrise' as const), date }),
  fc.record({ kind: fc.constant('time' as const), date, time }),
);
const ends: fc.Arbitrary<OrderEnd> = fc.oneof(
  fc.constant({ kind: 'open' as const }),
  fc.record({ kind: fc.constantFrom('sunset' as const, 'noon' as const), date }),
  fc.record({ kind: fc.constant('time' as const), date, time }),
);
const states = ['NY', 'AZ', 'HI', 'AK'];
const scope = fc.oneof(
  fc.constant({ kind: 'all' as const }),
  fc.record({
    kind: fc.constant('states' as const),
    states: fc.subarray(states, { minLength: 1 }),
  }),
);
const terms = {
  kind: fc.constantFrom('half' as const, 'half' as const, 'full' as const),
  scope,
  starts,
  ends,
};
const position = fc.constantFrom(
  'up' as const,
  'up' as const,
  'down' as const,
  'half' as const,
  null,
);
const fleet = fc.array(
  fc.record({
    state: fc.constantFrom(...states),
    companyId: fc.constantFrom('c1', 'c2', 'c3'),
    dailyRule: fc.constantFrom(
      'none' as const,
      'none' as const,
      'sunrise-sunset' as const,
      'always-up' as const,
    ),
    position,
    reported: fc.option(position, { nil: undefined }),
    optedIn: fc.constantFrom(true, true, true, false),
    locked: fc.constantFrom(false, false, false, true),
    heldHours: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 4 }),
    isOnline: fc.constantFrom(true, true, true, false),
  }),
  { minLength: 1, maxLength: 12 },
);
const world = fc.record({
  fleet,
  others: fc.array(fc.record({ ...terms, hours: fc.integer({ min: 1, max: 30 }) }), {
    maxLength: 2,
  }),
  order: fc.record(terms),
  twoApprovals: fc.subarray(['c1', 'c2', 'c3']),
  hours: fc.integer({ min: 0, max: 40 }),
});

test("an order's preview, its approval, the list of what is in effect and the dry run give the same numbers, and count each pole once", () => {
  fc.assert(
    fc.property(world, ({ fleet, others, order: given, twoApprovals, hours }) => {
      const now = START + hours * HOUR_MS;
      const poles = fleet.map(
        ({ state, locked, heldHours, isOnline, reported, ...more }, index) => ({
          ...seen(
            poleIn(state, {
              ...more,
              locationId: `${more.companyId}${state}`,
              ...(reported !== undefined && { reported }),
              lock: locked ? lock : null,
              hold: heldHours === null ? null : hold(now + heldHours * HOUR_MS + 1),
            }),
            index,
          ),
          isOnline,
        }),
      );
      const facts: OrdersAndDays = {
        ...none,
        twoApprovals,
        orders: others.map(({ hours: ago, ...one }, i) =>
          orderOf({ id: `a${i}`, ...one, approvedAt: now - ago * HOUR_MS }),
        ),
      };
      const draft = orderOf({ id: 'new', ...given, status: 'draft', approvedAt: null });
      const preview = previewAt(previewOrder(draft, facts, now), poles);
      const counts = REACH_KINDS.map((kind) => preview.poles[kind].count);
      expect(counts.reduce((a, b) => a + b)).toBe(preview.inScope);
      expect(preview.follow).toBe(preview.inScope - preview.poles.optedOut.count);

      const secondApprovals = Object.fromEntries(twoApprovals.map((id) => [id, null]));
      const approved = {
        ...{ ...draft, status: 'approved' as const, approvedAt: now },
        ...(twoApprovals.length > 0 && { secondApprovals }),
      };
      const later = { ...facts, orders: [...facts.orders, approved] };
      const source = reachOfOrder(approved);
      expect(reachOf(source, poles, later, now)).toMatchObject({
        inScope: preview.inScope,
        later: preview.later,
        poles: preview.poles,
      });
      expect(factsWith(later, approved, now)).toBe(later);

      const until = now + 30 * 24 * HOUR_MS;
      const moving = poles.filter(({ pole, isOnline }) => {
        if (!isOnline) return false;
        const first = movementsOf(pole, later, now, until).find(
          (one) => one.source.key === source.key && one.position === source.position,
        );
        return first !== undefined && !first.isAfterHold;
      });
      expect(moving.length).toBe(preview.poles.moves.count);

      // Approval by one person and then by a second has the same effect as approval by one person
      // alone.
      const second = previewAt(previewSecondApproval(approved, twoApprovals, later, now), poles);
      const alone = previewAt(previewOrder(draft, { ...facts, twoApprovals: [] }, now), poles);
      expect(preview.waiting.reduce((sum, each) => sum + each.poles, 0)).toBe(
        preview.poles.waits.count,
      );
      expect([second.poles.waits.count, alone.poles.waits.count]).toEqual([0, 0]);
      for (const kind of REACH_KINDS)
        if (kind !== 'optedOut' && kind !== 'waits')
          expect(preview.poles[kind].count + second.poles[kind].count).toBe(
            alone.poles[kind].count,
          );
    }),
    { numRuns: 300 },
  );
});

test('a preview lists the poles that will be raised, or only counts them if there are too many', () => {
  const rising = new RisingCount();
  const refs = Array.from({ length: RISING_LISTED }, (_, index) => ({
    ...seen(poleIn('NY'), index).ref,
    name: `Mast ${String(index).padStart(5, '0')}`,
  })).reverse();
  for (const ref of refs) rising.add(ref);
  expect(rising.ids).toHaveLength(RISING_LISTED);
  rising.add({ ...refs[0]!, id: 'one-more', name: 'A' });
  expect(rising.ids).toBeNull();
  expect(rising.counted.count).toBe(RISING_LISTED + 1);
  expect(rising.counted.names.map(({ name }) => name)).toEqual([
    ...['A', 'Mast 00000', 'Mast 00001', 'Mast 00002', 'Mast 00003'],
  ]);
});
