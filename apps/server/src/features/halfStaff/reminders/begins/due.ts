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
  followsDaySince,
  latestVersions,
  momentInZone,
  type Order,
  type OrderFacts,
  type OrdersAndDays,
  orderKey,
  orderWindowsAtPole,
  type Span,
  timeInZone,
  versionInEffect,
  versionsInEffect,
} from '@halyard/domain';
import { eachInTurns, flatMapInTurns } from '../../../../platform/limits/pauses.ts';
import type { FleetPole } from '../../poles/fleet.ts';
import type { PoleWindow } from '../sending/commonMail.ts';

/** The local time on the evening before half-staff at which users get a reminder. */
const EVENING = '18:00';
/** How long after its approval, amendment or start an order may still be announced, in ms. */
const LATE_MS = 24 * 3_600_000;

/** An order or half-staff day that begins on a given date at one company's poles. */
export interface Reminder {
  sourceKey: string;
  kind: 'half' | 'full';
  /** The order's reason, or the name of the half-staff day. */
  title: string;
  /** The authority that issued the order. Null for an annual half-staff day. */
  by: string | null;
  /**
   * Whether the half-staff day's date is still unconfirmed. Poles do not follow unconfirmed days.
   */
  projected: boolean;
  /**
   * Which day the email gives as the start. It is `today` if an order was approved or amended too
   * late for a reminder on the evening before.
   */
  when: 'today' | 'tomorrow';
  date: CivilDate;
  poles: PoleWindow[];
}

export type Beginning = Omit<Reminder, 'poles' | 'date' | 'when'> & {
  /**
   * Returns the first time within the last 24 hours when a version of an order took effect for a
   * company, in epoch milliseconds. Null for annual half-staff days, or if there was no such time.
   */
  changedAt(companyId: string): number | null;
  /**
   * Returns the start of an order or half-staff day as it applies to a company: a date or
   * `immediately`.
   */
  startsOn(companyId: string): string;
  windowAt(pole: FleetPole): Span | null;
};

/**
 * Returns the orders and half-staff days that may begin at any location within the next two days.
 */
export function beginnings(facts: OrdersAndDays, now: number): Beginning[] {
  const today = new Date(now).toISOString().slice(0, 10);
  const isNear = (date: CivilDate) => date >= addDays(today, -1) && date <= addDays(today, 2);
  const mayBegin = ({ starts, approvedAt }: Order) =>
    (approvedAt !== null && approvedAt > now - LATE_MS) ||
    (starts.kind !== 'immediately' && isNear(starts.date));
  const orders = facts.orders.filter(
    (order) => order.cancelledAt === null && latestVersions(order).some(mayBegin),
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
        changedAt: (companyId) => changedSince(order, companyId, now - LATE_MS),
        startsOn: (companyId) => {
          const { starts } = versionInEffect(order, companyId) ?? order;
          return starts.kind === 'immediately' ? starts.kind : starts.date;
        },
        windowAt: ({ pole }) => orderWindowsAtPole(order, pole, facts).at(-1) ?? null,
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
        changedAt: () => null,
        startsOn: () => day.date,
        windowAt: ({ pole }) =>
          followsDaySince(pole, day.name) === null
            ? null
            : dayWindow(numbered, almanacOf(pole.place)),
      };
    }),
  ];
}

/**
 * Returns the reminders that a company should get now. In the evening, they are about half-staff
 * that begins tomorrow. On the day itself, they are about orders that were approved or amended too
 * late for the evening reminder.
 */
export async function remindersDue(
  poles: readonly FleetPole[],
  coming: readonly Beginning[],
  now: number,
): Promise<Reminder[]> {
  const due: Reminder[] = [];
  for (const { windowAt, changedAt, startsOn: _, ...beginning } of coming) {
    const at = await flatMapInTurns(poles, (pole): PoleWindow[] => {
      const window = windowAt(pole);
      return window && window.until > now ? [{ pole, window }] : [];
    });
    const remind = (when: Reminder['when'], first: PoleWindow | undefined) => {
      if (!first) return;
      const date = dateInZone(first.pole.pole.place.timeZone, first.window.from);
      due.push({ ...beginning, when, date, poles: at });
    };
    remind(
      'tomorrow',
      at.find(({ pole, window }) => isEveBefore(pole, window, now)),
    );
    const changed = changedAt(poles[0]?.ref.companyId ?? '');
    if (changed !== null)
      remind(
        'today',
        at.find(({ pole, window }) => window.from >= changed && hasDateCome(pole, window, now)),
      );
  }
  return due;
}

/** An order or half-staff day that has begun at one or more of a company's poles. */
export interface Begun extends Pick<Reminder, 'sourceKey' | 'kind' | 'title' | 'date'> {
  /**
   * Identifies this start of half-staff, so that it is announced only once. The key is the same for
   * all of the company's poles, even for poles in other time zones that are added later.
   */
  key: string;
}

/**
 * Returns the orders and half-staff days that have begun at a company's poles within the last 24
 * hours and are still in effect. Leaves out unconfirmed days, which poles do not follow.
 */
export async function begunAt(
  poles: readonly FleetPole[],
  coming: readonly Beginning[],
  now: number,
): Promise<Begun[]> {
  const begun: Begun[] = [];
  for (const { windowAt, startsOn, sourceKey, kind, title, projected } of coming) {
    if (projected) continue;
    const [first] = await flatMapInTurns(poles, (pole): PoleWindow[] => {
      const window = windowAt(pole);
      const hasBegun = window && window.from <= now && window.from > now - LATE_MS;
      return hasBegun && window.until > now ? [{ pole, window }] : [];
    });
    if (!first) continue;
    const { pole, window } = first;
    const date = dateInZone(pole.pole.place.timeZone, window.from);
    const key = `begun:${sourceKey}:${startsOn(pole.ref.companyId)}`;
    begun.push({ key, sourceKey, kind, title, date });
  }
  return begun;
}

/**
 * Returns the next time when a company may get a reminder, or infinity if there is none.
 * @param isSent whether all users have received the reminder with the given key
 */
export async function nextReminderAt(
  poles: readonly FleetPole[],
  coming: readonly Beginning[],
  now: number,
  isSent: (key: string) => boolean,
): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const { windowAt, changedAt, sourceKey } of coming) {
    const changed = changedAt(poles[0]?.ref.companyId ?? '');
    await eachInTurns(poles, (pole) => {
      const window = windowAt(pole);
      if (!window || window.until <= now) return;
      const { timeZone } = pole.pole.place;
      const date = dateInZone(timeZone, window.from);
      if (isSent(reminderKey({ sourceKey, date }))) return;
      const times = [momentInZone(timeZone, addDays(date, -1), EVENING)];
      if (changed !== null && window.from >= changed)
        times.push(momentInZone(timeZone, date, '00:00'));
      for (const at of times) if (at > now) next = Math.min(next, at);
    });
  }
  return next;
}

/**
 * Returns the next time when an order or half-staff day begins at the first of a company's poles;
 * infinity if there is none.
 */
export async function nextBegunAt(
  poles: readonly FleetPole[],
  coming: readonly Beginning[],
  now: number,
): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const { windowAt, projected } of coming) {
    if (projected) continue;
    let first = Number.POSITIVE_INFINITY;
    await eachInTurns(poles, (pole) => {
      const window = windowAt(pole);
      const isLate = !window || window.until <= now || window.from <= now - LATE_MS;
      if (!isLate) first = Math.min(first, window.from);
    });
    if (first > now) next = Math.min(next, first);
  }
  return next;
}

/** Returns the key of a reminder about an order or half-staff day that begins on a given date. */
export const reminderKey = ({ sourceKey, date }: Pick<Reminder, 'sourceKey' | 'date'>): string =>
  `begins:${sourceKey}:${date}`;

/**
 * Returns the first time after `since` when a version of an order took effect for a company. Null
 * if none did.
 */
function changedSince(order: OrderFacts, companyId: string, since: number): number | null {
  const times = versionsInEffect(order, companyId).map(({ approvedAt }) => approvedAt ?? -Infinity);
  return times.find((at) => at > since) ?? null;
}

function hasDateCome({ pole }: FleetPole, { from }: Span, now: number): boolean {
  const { timeZone } = pole.place;
  return dateInZone(timeZone, from) <= dateInZone(timeZone, now);
}

function isEveBefore({ pole }: FleetPole, { from }: Span, now: number): boolean {
  const { timeZone } = pole.place;
  const tomorrow = addDays(dateInZone(timeZone, now), 1);
  return dateInZone(timeZone, from) === tomorrow && timeInZone(timeZone, now) >= EVENING;
}
