import {
  type CivilDate,
  dateInZone,
  latestVersions,
  momentInZone,
  type Order,
  type OrderFacts,
  type OrdersAndDays,
  orderWindowsAtPole,
  timeInZone,
  versionInEffect,
} from '@halyard/domain';
import { eachInTurns, flatMapInTurns } from '../../../../platform/limits/pauses.ts';
import type { FleetPole } from '../../poles/fleet.ts';
import type { PoleWindow } from '../sending/commonMail.ts';
import { isHalf } from '../sending/isHalf.ts';

const DAY_MS = 24 * 3_600_000;
/** The length in ms of the longest possible day: 25 hours, when clocks are set back. */
const LONGEST_DAY_MS = 25 * 3_600_000;
/** The earliest local time to send the email about half-staff that ends later that day. */
const MORNING = '06:00';
/**
 * If half-staff ends before this local time, users are notified right after midnight, because a
 * notification in the morning would be too late.
 */
const EARLY_END = '07:00';

/** An order, and its last date for one company. */
export interface EndingOrder {
  order: OrderFacts;
  date: CivilDate;
}

/**
 * An order that ends today at one company's poles, after being in effect there for more than a
 * day.
 */
export interface Ending {
  orderId: string;
  title: string;
  date: CivilDate;
  /** The poles whose flags are raised when the order ends. */
  poles: PoleWindow[];
}

/**
 * Returns the half-staff orders that may end today at some location. If there are none, no poles
 * need to be checked.
 */
export function endingSoon({ orders }: OrdersAndDays, now: number): OrderFacts[] {
  const dateAt = (at: number) => new Date(at).toISOString().slice(0, 10);
  const [first, last] = [dateAt(now - 2 * DAY_MS), dateAt(now + DAY_MS)];
  return orders.filter((order) =>
    latestVersions(order).some((version) => {
      const date = endDateOf(version);
      return date !== null && date >= first && date <= last;
    }),
  );
}

/** Returns the orders that have an end date for the company, each with that date. */
export const endingFor = (companyId: string, soon: readonly OrderFacts[]): EndingOrder[] =>
  soon.flatMap((order) => {
    const version = versionInEffect(order, companyId);
    const date = version && endDateOf(version);
    return date === null ? [] : [{ order, date }];
  });

/**
 * Returns the date when half-staff under an order ends. Null for a canceled order, a full-staff
 * exception, or an order without an end.
 */
const endDateOf = ({ kind, ends, cancelledAt }: Order): CivilDate | null =>
  kind !== 'half' || cancelledAt !== null || ends.kind === 'open' ? null : ends.date;

/**
 * Returns the orders that end today at a company's poles after being in effect there for more than
 * a day. Includes an order only once its email is due for at least one of these poles. Leaves out
 * poles that stay at half-staff for another reason.
 */
export async function endingsDue(
  poles: readonly FleetPole[],
  ending: readonly EndingOrder[],
  facts: OrdersAndDays,
  now: number,
): Promise<Ending[]> {
  const due: Ending[] = [];
  for (const { order, date } of ending) {
    const at = await flatMapInTurns(poles, (pole): PoleWindow[] => {
      const window = orderWindowsAtPole(order, pole.pole, facts).at(-1);
      if (!window || window.until <= now) return [];
      return window.until - window.from > LONGEST_DAY_MS ? [{ pole, window }] : [];
    });
    if (!at.some((each) => isItsLastDay(each, now))) continue;
    const going = await flatMapInTurns(at, (each) =>
      isHalf(each.pole, facts, each.window.until) ? [] : [each],
    );
    if (!going.some((each) => isItsLastDay(each, now))) continue;
    due.push({ orderId: order.id, title: order.reason, date, poles: going });
  }
  return due;
}

/**
 * Returns the next time when a company may get an email about the end of any of these orders, or
 * infinity if there is none.
 */
export async function nextEndingAt(
  poles: readonly FleetPole[],
  ending: readonly EndingOrder[],
  facts: OrdersAndDays,
  now: number,
): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const { order } of ending)
    await eachInTurns(poles, (pole) => {
      const window = orderWindowsAtPole(order, pole.pole, facts).at(-1);
      if (!window || window.until <= now) return;
      const { timeZone } = pole.pole.place;
      const last = window.until - 1;
      const time = timeInZone(timeZone, last) < EARLY_END ? '00:00' : MORNING;
      const at = momentInZone(timeZone, dateInZone(timeZone, last), time);
      if (at > now) next = Math.min(next, at);
    });
  return next;
}

/** Returns the key of the email about the end of an order on a given date. */
export const endingKey = ({ orderId, date }: Pick<Ending, 'orderId' | 'date'>): string =>
  `ends:order:${orderId}:${date}`;

function isItsLastDay({ pole, window }: PoleWindow, now: number): boolean {
  const { timeZone } = pole.pole.place;
  // If an order ends at midnight, its last day is the previous one.
  const last = window.until - 1;
  if (dateInZone(timeZone, last) !== dateInZone(timeZone, now)) return false;
  return timeInZone(timeZone, now) >= MORNING || timeInZone(timeZone, last) < EARLY_END;
}
