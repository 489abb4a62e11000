import {
  addDays,
  almanacOf,
  annualDays,
  appliesSince,
  authorityName,
  type CivilDate,
  dateInZone,
  dayKey,
  dayName,
  dayNumberOf,
  dayWindow,
  type Facts,
  followsDaySince,
  orderKey,
  orderWindow,
  type Span,
  timeInZone,
} from '@halyard/domain';
import type { FleetPole } from '../poles/fleet.ts';

/** The local time from which users are reminded of the next day. */
const EVENING = '18:00';
/**
 * How long after its approval users are told of an order that begins too early for a reminder the
 * evening before, in milliseconds.
 */
const LATE_MS = 24 * 3_600_000;

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
  /** `today` for an order that was approved after the evening before, or begins immediately. */
  when: 'today' | 'tomorrow';
  date: CivilDate;
  poles: { pole: FleetPole; window: Span }[];
}

type Beginning = Omit<Reminder, 'poles' | 'date' | 'when'> & {
  /** When the order was approved, in epoch milliseconds; null for an annual day. */
  approvedAt: number | null;
  windowAt(pole: FleetPole): Span | null;
};

/**
 * Returns what may begin anywhere within two days from now. If empty, no pole needs to be checked.
 */
export function beginnings(facts: Facts, now: number): Beginning[] {
  const today = new Date(now).toISOString().slice(0, 10);
  const isNear = (date: CivilDate) => date >= addDays(today, -1) && date <= addDays(today, 2);
  const orders = facts.orders.filter(
    ({ starts, approvedAt, cancelledAt }) =>
      cancelledAt === null &&
      (starts.kind === 'immediately' ? isLate(approvedAt, now) : isNear(starts.date)),
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
        approvedAt: order.approvedAt,
        windowAt: ({ pole }) =>
          appliesSince(order, pole) === null ? null : orderWindow(order, almanacOf(pole.place)),
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
        approvedAt: null,
        windowAt: ({ pole }) =>
          followsDaySince(pole, day.name) === null
            ? null
            : dayWindow(numbered, almanacOf(pole.place)),
      };
    }),
  ];
}

/**
 * Returns a company's reminders due now: for what begins tomorrow at a pole where it is evening, and
 * for an order that begins today or has begun, if it was approved in the last 24 hours. A user who
 * got the first does not get the second.
 */
export function remindersDue(
  poles: readonly FleetPole[],
  coming: readonly Beginning[],
  now: number,
): Reminder[] {
  const due: Reminder[] = [];
  for (const { windowAt, approvedAt, ...beginning } of coming) {
    const at = poles.flatMap((pole) => {
      const window = windowAt(pole);
      return window && window.until > now ? [{ pole, window }] : [];
    });
    const remind = (when: Reminder['when'], first: (typeof at)[number] | undefined) => {
      if (!first) return;
      const date = dateInZone(first.pole.pole.place.timeZone, first.window.from);
      due.push({ ...beginning, when, date, poles: at });
    };
    remind(
      'tomorrow',
      at.find(({ pole, window }) => isEveBefore(pole, window, now)),
    );
    if (isLate(approvedAt, now))
      remind(
        'today',
        at.find(({ pole, window }) => hasDateCome(pole, window, now)),
      );
  }
  return due;
}

const isLate = (approvedAt: number | null, now: number): boolean =>
  approvedAt !== null && approvedAt > now - LATE_MS;

function hasDateCome({ pole }: FleetPole, { from }: Span, now: number): boolean {
  const { timeZone } = pole.place;
  return dateInZone(timeZone, from) <= dateInZone(timeZone, now);
}

function isEveBefore({ pole }: FleetPole, { from }: Span, now: number): boolean {
  const { timeZone } = pole.place;
  const tomorrow = addDays(dateInZone(timeZone, now), 1);
  return dateInZone(timeZone, from) === tomorrow && timeInZone(timeZone, now) >= EVENING;
}
