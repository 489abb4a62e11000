import type { Almanac, Span } from '../../sun/almanac.ts';
import { type CivilDate, dayNumberOf } from '../../time/civilDate.ts';
import { minutesOf, NOON } from '../../time/zoneClock.ts';
import type { DrivingDay } from '../facts/poleFacts.ts';
import type { Order, OrderEnd, OrderStart } from '../orders/order.ts';

/**
 * Returns the period when an order is in effect at a location, based on the location's time zone,
 * sunrise and sunset. The period never begins before the order's approval or ends after its
 * cancellation. Null if there is none.
 */
export function orderWindow(
  order: Pick<Order, 'starts' | 'ends' | 'approvedAt' | 'cancelledAt'>,
  almanac: Almanac,
): Span | null {
  const { approvedAt, cancelledAt } = order;
  if (approvedAt === null) return null;
  const from = Math.max(startOf(order.starts, almanac), approvedAt);
  const until = Math.min(endOf(order.ends, almanac), cancelledAt ?? Infinity);
  return from < until ? { from, until } : null;
}

function startOf(starts: OrderStart, almanac: Almanac): number {
  switch (starts.kind) {
    case 'immediately':
      return -Infinity;
    case 'sunrise':
      return flagHours(starts.date, almanac).from;
    case 'time':
      return almanac.clock.momentOf(dayNumberOf(starts.date), minutesOf(starts.time));
  }
}

function endOf(ends: OrderEnd, almanac: Almanac): number {
  switch (ends.kind) {
    case 'open':
      return Infinity;
    case 'sunset':
      return flagHours(ends.date, almanac).until;
    case 'noon':
      return almanac.clock.momentOf(dayNumberOf(ends.date), NOON);
    case 'time':
      return almanac.clock.momentOf(dayNumberOf(ends.date), minutesOf(ends.time));
  }
}

const flagHours = (date: CivilDate, almanac: Almanac): Span =>
  almanac.day(dayNumberOf(date)).flagHours;

/**
 * Returns the period when an annual half-staff day is in effect at a location: from sunrise to
 * sunset or noon.
 */
export function dayWindow(
  { number, window }: Pick<DrivingDay, 'number' | 'window'>,
  almanac: Almanac,
): Span {
  const hours = almanac.day(number).flagHours;
  if (window === 'sunrise-sunset') return hours;
  return { from: hours.from, until: almanac.clock.momentOf(number, NOON) };
}
