import { describe, expect, test } from 'vitest';
import { orderOf, PLACES, poleIn } from '../../testing/halfStaff.ts';
import { momentInZone } from '../../time/zoneClock.ts';
import type { OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import { inEffectAt, noneBefore } from './orderInEffect.ts';

const ZONE = 'America/New_York';
const NO_FACTS: OrdersAndDays = { orders: [], confirmedDays: [] };
const at = (date: string, time: string) => momentInZone(ZONE, date, time);
const pole = (more: Partial<Pole> = {}) => poleIn('NY', { place: PLACES.newYork, ...more });
/** An order that starts at 8 AM and ends at noon two days later. */
const ORDER = orderOf({
  starts: { kind: 'time', date: '2026-06-01', time: '08:00' },
  ends: { kind: 'noon', date: '2026-06-03' },
});
const ORDERED: OrdersAndDays = { ...NO_FACTS, orders: [ORDER] };

test('no order or half-staff day is in effect at any pole before the time that `noneBefore` returns', () => {
  const facts = { ...ORDERED, orders: [ORDER, orderOf({ id: 'o2', cancelledAt: 1 })] };
  const poles = (['GU', 'AS', 'NY', 'HI', 'AK'] as const).map((state) => poleIn(state));
  let quietHours = 0;
  for (let now = at('2026-05-01', '00:00'); now < at('2026-06-10', '00:00'); now += 3_600_000) {
    const quiet = noneBefore(facts, now);
    expect(quiet).toBeGreaterThanOrEqual(now);
    if (quiet === now) continue;
    quietHours++;
    for (const each of poles) {
      const { inEffect, changesAt } = inEffectAt(each, facts, now);
      expect(inEffect).toBeNull();
      expect(changesAt).toBeGreaterThanOrEqual(quiet);
    }
  }
  expect(quietHours).toBeGreaterThan(500);
});

describe('what is in effect at a pole', () => {
  test('is the annual half-staff day on Memorial Day, but only until noon', () => {
    const noon = at('2026-05-25', '12:00');
    const { inEffect, changesAt } = inEffectAt(pole(), NO_FACTS, at('2026-05-25', '09:00'));
    expect(inEffect).toMatchObject({ source: { kind: 'annual-day' }, position: 'half' });
    expect([inEffect?.until, changesAt]).toEqual([noon, noon]);
  });

  test('is nothing on a day without an order, until the next order or half-staff day begins', () => {
    const now = at('2026-05-26', '09:00');
    const begin = at('2026-06-01', '08:00');
    expect(inEffectAt(pole(), ORDERED, now)).toEqual({ inEffect: null, changesAt: begin });
  });

  test("is nothing if the pole's company does not follow orders", () => {
    const now = at('2026-06-02', '09:00');
    const answer = inEffectAt(pole({ optedIn: false }), ORDERED, now);
    expect(answer).toEqual({ inEffect: null, changesAt: null });
  });

  test('includes no position if the flag is already down, so the flag is not moved', () => {
    const { inEffect } = inEffectAt(pole({ position: 'down' }), ORDERED, at('2026-06-02', '09:00'));
    expect(inEffect?.position).toBeNull();
  });

  test('is an order until it ends, even though the daily rule moves the flag each evening', () => {
    const daily = pole({ dailyRule: 'sunrise-sunset' });
    const { inEffect, changesAt } = inEffectAt(daily, ORDERED, at('2026-06-02', '09:00'));
    expect(inEffect).toMatchObject({ position: 'half', until: at('2026-06-03', '12:00') });
    expect(changesAt).toBeLessThan(at('2026-06-02', '21:00'));
    const night = inEffectAt(daily, ORDERED, at('2026-06-02', '23:00'));
    expect(night.inEffect).toMatchObject({ position: 'down', until: at('2026-06-03', '12:00') });
  });

  test('has no end if the order is open-ended', () => {
    const facts = { ...NO_FACTS, orders: [orderOf({})] };
    const { inEffect, changesAt } = inEffectAt(pole(), facts, at('2026-06-02', '09:00'));
    expect([inEffect?.until, changesAt]).toEqual([null, null]);
  });
});
