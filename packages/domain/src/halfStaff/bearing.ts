import { type CivilDate, partsOf, yearOfDay } from '../calendar/civilDate.ts';
import { type Almanac, almanacOf, isWithin, type Span } from '../sun/almanac.ts';
import { isInOrderScope, type Order } from './order.ts';
import { type DrivingDay, drivingDays, type Facts, type Pole } from './pole.ts';
import { dayWindow, orderWindow } from './windows.ts';

/** An order that is for the pole, and when. */
export interface OrderAtPole {
  order: Order;
  window: Span;
}

/** An annual day that the pole follows, and when. */
export interface DayAtPole {
  day: DrivingDay;
  window: Span;
}

/** What bears on a pole: nothing of orders and annual days where its company has not opted in. */
export interface Bearing {
  pole: Pole;
  almanac: Almanac;
  orders: readonly OrderAtPole[];
  /** The annual days of yesterday to tomorrow, and the next after them. */
  daysAround(at: number): readonly DayAtPole[];
  /** When the annual day of a date holds; null where there is none on it. */
  windowOn(date: CivilDate): Span | null;
}

const NO_DAYS: readonly DayAtPole[] = [];

export function bearingOn(pole: Pole, facts: Facts): Bearing {
  const almanac = almanacOf(pole.place);
  if (!pole.optedIn) {
    return { pole, almanac, orders: [], daysAround: () => NO_DAYS, windowOn: () => null };
  }
  let today = Number.NaN;
  let days = NO_DAYS;
  return {
    pole,
    almanac,
    orders: ordersAtPole(pole, facts, almanac),
    daysAround(at) {
      const number = almanac.clock.dayAt(at);
      if (number !== today) {
        today = number;
        days = daysNear(number, facts, almanac);
      }
      return days;
    },
    windowOn(date) {
      const day = drivingDays(facts, partsOf(date)[0]).find((d) => d.date === date);
      return day ? dayWindow(day, almanac) : null;
    },
  };
}

function ordersAtPole(pole: Pole, { orders }: Facts, almanac: Almanac): OrderAtPole[] {
  const found: OrderAtPole[] = [];
  for (const order of orders) {
    if (!isInOrderScope(order.scope, pole)) continue;
    const window = orderWindow(order, almanac);
    if (window) found.push({ order, window });
  }
  return found;
}

function daysNear(today: number, facts: Facts, almanac: Almanac): DayAtPole[] {
  const found: DayAtPole[] = [];
  const year = yearOfDay(today - 1);
  // The year after has a day for sure: most dates are fixed by law.
  for (const days of [drivingDays(facts, year), drivingDays(facts, year + 1)]) {
    for (const day of days) {
      if (day.number < today - 1) continue;
      found.push({ day, window: dayWindow(day, almanac) });
      if (day.number > today + 1) return found;
    }
  }
  return found;
}

/** The first moment after `at` at which the answer may change by the clock; Infinity: none. */
export function edgeAfter(bearing: Bearing, at: number, bySun: boolean): number {
  let next = Infinity;
  const consider = (edge: number) => {
    if (edge > at && edge < next) next = edge;
  };
  eachEdgeNear(bearing, at, bySun, consider);
  return next;
}

/** The last such moment before `at`; -Infinity: none. */
export function edgeBefore(bearing: Bearing, at: number, bySun: boolean): number {
  let last = -Infinity;
  const consider = (edge: number) => {
    if (edge < at && edge > last) last = edge;
  };
  eachEdgeNear(bearing, at - 1, bySun, consider);
  return last;
}

function eachEdgeNear(
  { pole, almanac, orders, daysAround }: Bearing,
  at: number,
  bySun: boolean,
  consider: (edge: number) => void,
): void {
  const spans = (span: Span) => {
    consider(span.from);
    consider(span.until);
  };
  for (const { window } of orders) spans(window);
  // An order for half-staff stands above annual days: as long as it holds they change nothing.
  const isOrdered = orders.some(
    ({ order, window }) => order.kind === 'half' && isWithin(window, at),
  );
  if (!isOrdered || pole.hold) for (const { window } of daysAround(at)) spans(window);
  if (pole.hold?.expires.kind === 'at') consider(pole.hold.expires.at);
  if (!bySun) return;
  const today = almanac.clock.dayAt(at);
  for (let number = today - 1; number <= today + 1; number++) {
    const { flagHours, sunHours } = almanac.day(number);
    spans(flagHours);
    if (sunHours !== flagHours) spans(sunHours);
  }
}
