import { type Almanac, almanacOf, isWithin, type Span } from '../../sun/almanac.ts';
import { type CivilDate, partsOf, yearOfDay } from '../../time/civilDate.ts';
import { followsAuthoritySince, followsDaySince } from '../facts/follows.ts';
import {
  type DrivingDay,
  drivingDays,
  type OrderFacts,
  type OrdersAndDays,
  type Pole,
} from '../facts/poleFacts.ts';
import { isInOrderScope, type Order, type OrderKind } from '../orders/order.ts';
import { dayWindow, orderWindow } from './orderAndDayWindows.ts';
import { versionsInEffect } from './orderVersions.ts';

/**
 * One period of an order that applies or applied to the pole. An amended order may have several
 * periods.
 */
export interface OrderAtPole {
  /** The order's latest version in this period. */
  order: Order;
  /** The kind of the order in this period; an amendment may change it. */
  kind: OrderKind;
  window: Span;
}

/** An annual half-staff day that the pole follows, and the period when it is in effect. */
export interface DayAtPole {
  day: DrivingDay;
  window: Span;
}

/**
 * The orders and annual half-staff days that apply to a pole. Empty if its company does not follow
 * orders.
 */
export interface PoleSchedule {
  pole: Pole;
  almanac: Almanac;
  orders: readonly OrderAtPole[];
  /**
   * Returns the annual half-staff days from yesterday through tomorrow, plus the nearest one before
   * and the nearest one after.
   */
  daysAround(at: number): readonly DayAtPole[];
  /**
   * Returns the period of the annual half-staff day on a date; null if there is none on that date.
   */
  windowOn(date: CivilDate): Span | null;
}

const NO_DAYS: readonly DayAtPole[] = [];

export function scheduleOf(pole: Pole, facts: OrdersAndDays): PoleSchedule {
  if (pole.optedIn) return { ...siteScheduleOf(pole, facts), pole };
  const almanac = almanacOf(pole.place);
  return { pole, almanac, orders: [], daysAround: () => NO_DAYS, windowOn: () => null };
}

/**
 * The part of a pole's schedule that is the same for all poles with the same `siteKey` and the same
 * `follows`.
 */
type SiteSchedule = Omit<PoleSchedule, 'pole'>;

/** Maximum number of schedules cached for one combination of `OrdersAndDays` and `follows`. */
const SITES_KEPT = 20_000;
/**
 * Maximum number of different `follows` values for which schedules are cached, for each `OrdersAndDays`
 * object.
 */
const FOLLOWS_KEPT = 1000;

/**
 * A cache of schedules. After a change to the orders, every pole is evaluated again. Many poles at
 * a location share one schedule, so only a few schedules have to be computed.
 */
const schedules = new WeakMap<OrdersAndDays, Map<Pole['follows'], Map<string, SiteSchedule>>>();

/**
 * Returns a key for the data, apart from `follows`, that determines a pole's schedule of orders and
 * half-staff days. Poles with the same key and the same `follows` have the same schedule.
 */
const siteKey = (pole: Pole): string => {
  const { companyId, locationId, state, flies, concernedSince, place } = pole;
  const { latitude, longitude, timeZone } = place;
  return `${companyId} ${locationId} ${state} ${flies} ${concernedSince} ${latitude} ${longitude} ${timeZone}`;
};

function siteScheduleOf(pole: Pole, facts: OrdersAndDays): SiteSchedule {
  let byFollows = schedules.get(facts);
  if (!byFollows) {
    byFollows = new Map();
    schedules.set(facts, byFollows);
  }
  let bySite = byFollows.get(pole.follows);
  if (!bySite) {
    if (byFollows.size >= FOLLOWS_KEPT) byFollows.clear();
    bySite = new Map();
    byFollows.set(pole.follows, bySite);
  }
  const key = siteKey(pole);
  let schedule = bySite.get(key);
  if (!schedule) {
    if (bySite.size >= SITES_KEPT) bySite.clear();
    schedule = newSiteSchedule(pole, facts);
    bySite.set(key, schedule);
  }
  return schedule;
}

/**
 * Computes the part of a schedule that all poles with the same `siteKey` share.
 * @param pole any one of these poles
 */
function newSiteSchedule(pole: Pole, facts: OrdersAndDays): SiteSchedule {
  const almanac = almanacOf(pole.place);
  let today = Number.NaN;
  let days = NO_DAYS;
  return {
    almanac,
    orders: ordersAtPole(pole, facts, almanac),
    daysAround(at) {
      const number = almanac.clock.dayAt(at);
      if (number !== today) {
        today = number;
        days = daysNear(pole, number, facts, almanac);
      }
      return days;
    },
    windowOn(date) {
      const day = drivingDays(facts, partsOf(date)[0]).find((d) => d.date === date);
      return day ? dayAtPole(day, pole, almanac) : null;
    },
  };
}

function ordersAtPole(pole: Pole, { orders }: OrdersAndDays, almanac: Almanac): OrderAtPole[] {
  const found: OrderAtPole[] = [];
  for (const order of orders) addWindows(found, order, pole, almanac);
  return found;
}

/**
 * Finds the periods when an order is in effect at a pole, even if the pole's company does not
 * follow orders, and adds them to `found`.
 */
function addWindows(
  found: OrderAtPole[],
  order: OrderFacts,
  pole: Pole,
  almanac: Almanac,
): OrderAtPole[] {
  const first = found.length;
  for (const version of versionsInEffect(order, pole.companyId)) {
    const since = appliesSince(version, pole);
    const window = since === null ? null : orderWindow(version, almanac);
    const clipped = window && since !== null ? clip(window, since) : null;
    if (!clipped) continue;
    const last = found.length > first ? found.at(-1) : undefined;
    if (last?.kind === version.kind && last.window.until === clipped.from) {
      last.order = version;
      last.window = { from: last.window.from, until: clipped.until };
    } else found.push({ order: version, kind: version.kind, window: clipped });
  }
  return found;
}

/**
 * Returns the periods when one order is, was or will be in effect at a pole, even if the pole's
 * company does not follow orders.
 */
export const windowsOfOrder = (order: OrderFacts, pole: Pole): readonly OrderAtPole[] =>
  addWindows([], order, pole, almanacOf(pole.place));

/**
 * Returns the time when orders of this authority and scope began to apply to a pole whose company
 * follows orders, in epoch milliseconds; null if the pole is out of scope or does not follow the
 * authority.
 */
export function appliesSince(
  { authority, scope }: Pick<Order, 'authority' | 'scope'>,
  pole: Pole,
): number | null {
  if (!isInOrderScope(scope, pole)) return null;
  const since = followsAuthoritySince(pole, authority);
  return since === null ? null : Math.max(pole.concernedSince, since);
}

/** Returns the part of a period after `since`; null if the period ends before that. */
function clip({ from, until }: Span, since: number): Span | null {
  const start = Math.max(from, since);
  return start < until ? { from: start, until } : null;
}

function dayAtPole(day: DrivingDay, pole: Pole, almanac: Almanac): Span | null {
  const since = followsDaySince(pole, day.name);
  if (since === null) return null;
  return clip(dayWindow(day, almanac), Math.max(pole.concernedSince, day.since, since));
}

/**
 * How many years to search ahead for the next occurrence of an annual half-staff day. One year is
 * not enough, because in some years the day calls for full staff.
 */
const YEARS_AHEAD = 2;

function daysNear(pole: Pole, today: number, facts: OrdersAndDays, almanac: Almanac): DayAtPole[] {
  const found: DayAtPole[] = [];
  const year = yearOfDay(today - 1);
  let before: DayAtPole | null = null;
  for (let each = year - 1; each <= year + YEARS_AHEAD; each++) {
    for (const day of drivingDays(facts, each)) {
      const window = dayAtPole(day, pole, almanac);
      if (day.number < today - 1) {
        if (window) before = { day, window };
        continue;
      }
      if (!window) continue;
      found.push({ day, window });
      if (day.number > today + 1) return before ? [before, ...found] : found;
    }
  }
  return before ? [before, ...found] : found;
}

/**
 * Returns the first time after `at` (epoch milliseconds) when an order, day, rule or hold may begin
 * or end at the pole; Infinity if there is none.
 * @param bySun whether sunrise and sunset count as changes
 */
export function edgeAfter(schedule: PoleSchedule, at: number, bySun: boolean): number {
  let next = Infinity;
  const consider = (edge: number) => {
    if (edge > at && edge < next) next = edge;
  };
  eachEdgeNear(schedule, at, bySun, consider);
  return next;
}

/**
 * Returns the last time before `at` when an order, day, rule or hold may have begun or ended at the
 * pole; -Infinity if there is none.
 */
export function edgeBefore(schedule: PoleSchedule, at: number, bySun: boolean): number {
  let last = -Infinity;
  const consider = (edge: number) => {
    if (edge < at && edge > last) last = edge;
  };
  eachEdgeNear(schedule, at - 1, bySun, consider);
  return last;
}

function eachEdgeNear(
  { pole, almanac, orders, daysAround }: PoleSchedule,
  at: number,
  bySun: boolean,
  consider: (edge: number) => void,
): void {
  const spans = (span: Span) => {
    consider(span.from);
    consider(span.until);
  };
  for (const { window } of orders) spans(window);
  // Half-staff orders take precedence over annual days, so days change nothing while an order is in
  // effect.
  const isOrdered = orders.some(({ kind, window }) => kind === 'half' && isWithin(window, at));
  if (!isOrdered || pole.hold) for (const { window } of daysAround(at)) spans(window);
  if (pole.hold?.expires.at !== undefined) consider(pole.hold.expires.at);
  if (pole.releasedAt !== null) consider(pole.releasedAt);
  if (!bySun) return;
  const today = almanac.clock.dayAt(at);
  for (let number = today - 1; number <= today + 1; number++) {
    const { flagHours, sunHours } = almanac.day(number);
    spans(flagHours);
    if (sunHours !== flagHours) spans(sunHours);
  }
}
