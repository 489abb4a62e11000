import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POSITIONS } from '../../flags/live/position.ts';
import { orderOf, PLACES, poleIn } from '../../testing/halfStaff.ts';
import { addDays, civilDate, DAY_MS } from '../../time/civilDate.ts';
import { momentInZone, timeInZone } from '../../time/zoneClock.ts';
import { DAILY_RULES } from '../facts/dailyRule.ts';
import type { Hold } from '../facts/hold.ts';
import type { OrderFacts, OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import { isInOrderScope, type Order } from '../orders/order.ts';
import { holdIsOver, shouldBe } from '../rules/shouldBe.ts';
import { timeline } from './timeline.ts';

const START = Date.UTC(2026, 4, 1);

test('on Memorial Day, a pole with a daily rule is at half-staff at sunrise, up at noon and down at sunset', () => {
  const zone = 'America/New_York';
  const pole = poleIn('NY', { place: PLACES.newYork, dailyRule: 'sunrise-sunset' });
  const from = momentInZone(zone, '2026-05-25', '00:00');
  const sections = timeline(pole, { orders: [], confirmedDays: [] }, from, from + DAY_MS);
  expect(
    sections.map(({ at, position, lamp, source }) => [
      timeInZone(zone, at),
      position,
      lamp,
      source.kind,
    ]),
  ).toEqual([
    ['00:00', 'down', true, 'daily-rule'],
    ['05:30', 'half', false, 'annual-day'],
    ['12:00', 'up', false, 'daily-rule'],
    ['20:15', 'down', true, 'daily-rule'],
  ]);
});

test('a pole without a daily rule is raised after half-staff', () => {
  const pole = poleIn('NY', { place: PLACES.newYork });
  const from = momentInZone('America/New_York', '2026-05-20', '00:00');
  const sections = timeline(pole, { orders: [], confirmedDays: [] }, from, from + 10 * DAY_MS);
  expect(sections.map(({ position, source }) => [position, source.kind])).toEqual([
    [null, 'none'],
    ['half', 'annual-day'],
    ['up', 'after-order'],
  ]);
});

/**
 * Generators of random dates, times, orders, holds and poles. Dates are near the start of the
 * simulation.
 */
const date = fc.integer({ min: -3, max: 40 }).map((days) => addDays(civilDate(2026, 5, 1), days));
const time = fc.constantFrom('00:00', '02:30', '09:15', '12:00', '23:59');
const moment = fc.integer({ min: -3 * DAY_MS, max: 40 * DAY_MS }).map((ms) => START + ms);
const orderStart = fc.oneof(
  fc.constant({ kind: 'immediately' as const }),
  fc.record({ kind: fc.constant('sunrise' as const), date }),
  fc.record({ kind: fc.constant('time' as const), date, time }),
);
const orderEnd = fc.oneof(
  fc.record({ kind: fc.constantFrom('sunset' as const, 'noon' as const), date }),
  fc.record({ kind: fc.constant('time' as const), date, time }),
  fc.constant({ kind: 'open' as const }),
);
const scope = fc.oneof(
  fc.constant({ kind: 'all' as const }),
  fc.constant({ kind: 'states' as const, states: ['NY', 'AK'] }),
  fc.constant({ kind: 'companies' as const, companyIds: ['c2'] }),
);
const anyOrder: fc.Arbitrary<Omit<OrderFacts, 'id'>> = fc.record({
  ...Object.fromEntries(Object.entries(orderOf({})).map(([key, v]) => [key, fc.constant(v)])),
  kind: fc.constantFrom('half' as const, 'half' as const, 'full' as const),
  scope,
  starts: orderStart,
  ends: orderEnd,
  approvedAt: fc.option(moment),
  cancelledAt: fc.option(moment, { freq: 4 }),
  secondApprovals: fc.option(fc.record({ c2: fc.option(moment) }), { nil: undefined }),
}) as fc.Arbitrary<OrderFacts>;
const orders = fc
  .array(anyOrder, { maxLength: 4 })
  .map((list) => list.map((order, i): OrderFacts => ({ ...order, id: `o${i}` })));
const hold: fc.Arbitrary<Hold> = fc.record({
  id: fc.constant('h'),
  reason: fc.constant('r'),
  by: fc.constant('ann'),
  createdAt: fc.constant(START - 10 * DAY_MS),
  commandId: fc.constant(null),
  expires: fc.oneof(
    fc.record({ kind: fc.constant('at' as const), at: moment }),
    fc.record({
      kind: fc.constant('source-ends' as const),
      sourceKey: fc.constantFrom('order:o0', 'order:o1', 'day:2026-05-15'),
    }),
  ),
});
const pole: fc.Arbitrary<Pole> = fc
  .record({
    state: fc.constantFrom('NY', 'AK', 'HI', 'AZ'),
    place: fc.constantFrom(...Object.values(PLACES)),
    dailyRule: fc.constantFrom(...DAILY_RULES),
    companyId: fc.constantFrom('c1', 'c2'),
    optedIn: fc.constantFrom(true, true, false),
    position: fc.option(fc.constantFrom(...POSITIONS)),
    hold: fc.option(hold, { freq: 3 }),
    lock: fc.option(fc.constant({ by: 'u', byName: 'bob', reason: 'r', at: 0 }), { freq: 1 }),
  })
  .map(({ state, lock, ...more }) =>
    // Locked poles never move, so a few are enough.
    poleIn(state, { ...more, lock: more.position === 'half' ? lock : null }),
  );
const facts = orders.map((list): OrdersAndDays => ({ orders: list, confirmedDays: [] }));
const DAYS = 12;

/**
 * Simulates a pole that moves immediately whenever the rules require a different position. The
 * rules are evaluated at each of `moments`.
 */
function obey(start: Pole, known: OrdersAndDays, moments: readonly number[]) {
  let current = start;
  return moments.map((at) => {
    const should = shouldBe(current, known, at);
    const position = should.position ?? current.position;
    current = {
      ...current,
      position,
      reported: position,
      hold: holdIsOver(current, known, at) ? null : current.hold,
    };
    return { at, should, position: current.position };
  });
}

describe('with any orders, holds, rules and locations', () => {
  test("the timeline agrees with the half-staff engine's commands at every time", () => {
    fc.assert(
      fc.property(pole, facts, moment, (pole, known, from) => {
        const to = from + DAYS * DAY_MS;
        const sections = timeline(pole, known, from, to);
        const hours = Array.from({ length: DAYS * 3 }, (_, i) => from + i * 8 * 3_600_000);
        const changes = sections.map(({ at }) => at);
        const moments = [...new Set([...hours, ...changes])].sort((a, b) => a - b);
        let position = pole.position;
        for (const step of obey(pole, known, moments)) {
          const section = sections.findLast(({ at }) => at <= step.at)!;
          position = section.position ?? position;
          expect(step.position).toBe(position);
          expect(step.should.lamp).toBe(section.lamp);
          if (section.source.kind === 'after-order') continue;
          // Another order may have ended within the section.
          const keys = step.at === section.at ? section.source.keys : step.should.source.keys;
          expect(step.should.source).toEqual({ ...section.source, keys });
        }
      }),
      { numRuns: 50 },
    );
  });

  test('the timeline has no gaps, and each period differs from the previous one', () => {
    fc.assert(
      fc.property(pole, facts, moment, (pole, known, from) => {
        const sections = timeline(pole, known, from, from + DAYS * DAY_MS);
        expect(sections[0]?.at).toBe(from);
        for (const [i, { at, ...what }] of sections.slice(1).entries()) {
          const { at: earlier, ...last } = sections[i]!;
          expect(at).toBeGreaterThan(earlier);
          expect(what).not.toEqual(last);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('`since` is before the given time, `until` is after it, and nothing changes before `nextChange`', () => {
    fc.assert(
      fc.property(
        pole,
        facts,
        moment,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (pole, known, now, share) => {
          const should = shouldBe(pole, known, now);
          const { since, until, nextChange } = should;
          if (since !== null) expect(since).toBeLessThanOrEqual(now);
          for (const end of [until, nextChange]) if (end !== null) expect(end).toBeGreaterThan(now);
          const far = nextChange ?? now + 30 * DAY_MS;
          const later = shouldBe(pole, known, Math.floor(now + (far - 1 - now) * share));
          expect({ ...later, since }).toEqual(should);
          if (nextChange === null) return;
          const { position, lamp, source } = shouldBe(pole, known, nextChange);
          expect([position, lamp, source.key]).not.toEqual([
            should.position,
            should.lamp,
            should.source.key,
          ]);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a lock overrides a hold, a hold overrides an order, and an order overrides a daily rule; no order moves a pole whose company does not follow orders', () => {
    fc.assert(
      fc.property(pole, facts, moment, (pole, known, now) => {
        const { source, position } = shouldBe(pole, known, now);
        const free = { ...pole, lock: null, hold: null };
        const of = (kind: Order['kind']) => ({
          ...known,
          orders: known.orders.filter((order) => order.kind === kind),
        });
        const expected = () => {
          if (pole.lock) return 'lock';
          if (pole.hold && !holdIsOver(pole, known, now)) return 'hold';
          const half = shouldBe(free, of('half'), now).source.kind;
          const mourning = half === 'order' || half === 'annual-day';
          const excepts = known.orders.some(
            (order) =>
              order.kind === 'full' &&
              isInOrderScope(order.scope, pole) &&
              shouldBe(free, { ...known, orders: [{ ...order, kind: 'half' }] }, now).source
                .kind === 'order',
          );
          return mourning && excepts ? 'exception' : half;
        };
        expect(source.kind).toBe(expected());
        if (!pole.optedIn) expect(['exception', 'order', 'annual-day']).not.toContain(source.kind);
        if (!pole.optedIn && pole.dailyRule === 'none') expect(position).toBe(null);
      }),
      { numRuns: 150 },
    );
  });

  test('a flag is at half-staff only because of an order or a half-staff day, and is down exactly when its daily rule says so', () => {
    fc.assert(
      fc.property(pole, facts, moment, (pole, known, now) => {
        const { position, source } = shouldBe(pole, known, now);
        if (position === 'half') expect(['order', 'annual-day']).toContain(source.kind);
        const withoutOrders = shouldBe({ ...pole, optedIn: false }, known, now);
        const flies = position === 'half' || position === 'up';
        if (pole.dailyRule !== 'none' && position !== null)
          expect(flies).toBe(withoutOrders.position === 'up');
      }),
      { numRuns: 150 },
    );
  });
});
