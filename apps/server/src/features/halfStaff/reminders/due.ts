import {
  addDays,
  almanacOf,
  annualDays,
  authorityName,
  type CivilDate,
  dateInZone,
  dayKey,
  dayName,
  dayNumberOf,
  dayWindow,
  type Facts,
  isInOrderScope,
  orderKey,
  orderWindow,
  type Span,
  timeInZone,
} from '@halyard/domain';
import type { FleetPole } from '../poles/fleet.ts';

/** The local time from which users are reminded of the next day. */
const EVENING = '18:00';

/** An order or day that begins on a date at poles of one company. */
export interface Reminder {
  sourceKey: string;
  kind: 'half' | 'full';
  /** The order's reason, or the name of the day. */
  title: string;
  /** Who issued the order; null for an annual day. */
  by: string | null;
  /** Whether the date is unconfirmed; poles do not follow an unconfirmed day. */
  projected: boolean;
  date: CivilDate;
  poles: { pole: FleetPole; window: Span }[];
}

type Beginning = Omit<Reminder, 'poles' | 'date'> & {
  windowAt(pole: FleetPole): Span | null;
};

/**
 * Returns what may begin anywhere within two days from now. If empty, no pole needs to be checked.
 */
export function beginnings(facts: Facts, now: number): Beginning[] {
  const today = new Date(now).toISOString().slice(0, 10);
  const isNear = (date: CivilDate) => date >= addDays(today, -1) && date <= addDays(today, 2);
  const orders = facts.orders.filter(
    ({ starts, cancelledAt }) =>
      cancelledAt === null && starts.kind !== 'immediately' && isNear(starts.date),
  );
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .flatMap((each) => annualDays(each, facts.confirmedDays))
    .filter(({ halfStaff, date }) => halfStaff && isNear(date));
  return [
    ...orders.map(
      (order): Beginning => ({
        sourceKey: orderKey(order.id),
        kind: order.kind,
        title: order.reason,
        by: authorityName(order),
        projected: false,
        windowAt: ({ pole }) =>
          isInOrderScope(order.scope, pole) ? orderWindow(order, almanacOf(pole.place)) : null,
      }),
    ),
    ...days.map((day): Beginning => {
      const numbered = { ...day, number: dayNumberOf(day.date) };
      return {
        sourceKey: dayKey(day.date),
        kind: 'half',
        title: dayName(day.name),
        by: null,
        projected: day.projected,
        windowAt: ({ pole }) => dayWindow(numbered, almanacOf(pole.place)),
      };
    }),
  ];
}

/**
 * Returns a company's reminders due now: for what begins tomorrow at a pole where it is evening.
 */
export function remindersDue(
  poles: readonly FleetPole[],
  coming: readonly Beginning[],
  now: number,
): Reminder[] {
  const due: Reminder[] = [];
  for (const { windowAt, ...beginning } of coming) {
    const at = poles.flatMap((pole) => {
      const window = windowAt(pole);
      return window && window.from > now ? [{ pole, window }] : [];
    });
    const evening = at.find(({ pole, window }) => isEveBefore(pole, window, now));
    if (!evening) continue;
    const { timeZone } = evening.pole.pole.place;
    due.push({ ...beginning, date: dateInZone(timeZone, evening.window.from), poles: at });
  }
  return due;
}

function isEveBefore({ pole }: FleetPole, { from }: Span, now: number): boolean {
  const { timeZone } = pole.place;
  const tomorrow = addDays(dateInZone(timeZone, now), 1);
  return dateInZone(timeZone, from) === tomorrow && timeInZone(timeZone, now) >= EVENING;
}
