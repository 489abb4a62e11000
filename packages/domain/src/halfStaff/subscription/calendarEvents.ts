import { t } from '@halyard/messages';
import { annualDays, type Confirmation } from '../../calendar/annualDays.ts';
import { dayName } from '../../calendar/dayNames.ts';
import type { HalfStaffDay } from '../../calendar/halfStaffDays.ts';
import { geographyOf, LAST_US_ZONE } from '../../places/geography.ts';
import { addDays, type CivilDate } from '../../time/civilDate.ts';
import { dateInZone } from '../../time/zoneClock.ts';
import { authorityName } from '../orders/authorityName.ts';
import type { Order } from '../orders/order.ts';
import { orderEndText, orderStartText } from '../orders/periodText.ts';

/** An all-day event in a calendar that calendar apps subscribe to. */
export interface CalendarEvent {
  /**
   * The ID of a calendar event. It stays the same as long as the order or half-staff day exists.
   */
  id: string;
  title: string;
  description: string;
  /** The first and last date of the calendar event, in each pole's time zone. */
  first: CivilDate;
  last: CivilDate;
  /** A number that increases each time the calendar event changes. */
  sequence: number;
  /**
   * The time when the calendar event last changed, in epoch milliseconds; null for days that a law
   * prescribes.
   */
  changedAt: number | null;
  /** The URL of the published order; null if unknown. */
  url: string | null;
}

interface CalendarFacts {
  /**
   * Two-letter code of the calendar's state. Approvals and cancellations are dated in the main time
   * zone of this state.
   */
  state: string;
  /** The orders that apply to the subscriber's poles. */
  orders: readonly Order[];
  /** Whether any of the subscriber's poles follows the annual half-staff day with this name. */
  followsDay: (name: string) => boolean;
  confirmed: readonly Confirmation[];
  /** The current time in epoch milliseconds. */
  now: number;
}

/** Maximum number of characters of an order's reason in the title of a calendar event. */
const TITLE_REASON_LENGTH = 100;

/**
 * Returns the calendar events for half-staff days and approved orders, sorted by date, from one
 * year before today to the end of next year. A canceled order ends on the date of its cancellation.
 * An order without an end lasts until today.
 */
export function calendarEvents({
  state,
  orders,
  followsDay,
  confirmed,
  now,
}: CalendarFacts): CalendarEvent[] {
  const zone = geographyOf(state)?.zones[0] ?? LAST_US_ZONE;
  const today = dateInZone(zone, now);
  const from = addDays(today, -366);
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .flatMap((each) => annualDays(each, confirmed))
    .filter(({ halfStaff, name }) => halfStaff && followsDay(name))
    .map(dayEvent);
  return [...days, ...orders.flatMap((order) => orderEvent(order, zone, today) ?? [])]
    .filter(({ last }) => last >= from)
    .sort((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : 0));
}

function dayEvent({ name, date, window, basis, projected, notes }: HalfStaffDay): CalendarEvent {
  const day = dayName(name);
  return {
    // Uses the year, not the date, because the date of a projected day may change.
    id: `day-${date.slice(0, 4)}-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`,
    title: dayTitle(day, { window, projected }),
    description: [notes, basis].filter(Boolean).join('\n'),
    first: date,
    last: date,
    sequence: projected ? 0 : 1,
    changedAt: null,
    url: null,
  };
}

function dayTitle(
  day: string,
  { window, projected }: Pick<HalfStaffDay, 'window' | 'projected'>,
): string {
  if (projected) return t`Half-staff (date not confirmed): ${{ day }}`;
  if (window === 'sunrise-noon') return t`Half-staff until noon: ${{ day }}`;
  return t`Half-staff: ${{ day }}`;
}

function orderEvent(order: Order, zone: string, today: CivilDate): CalendarEvent | null {
  const { id, kind, starts, ends, approvedAt, cancelledAt, revision } = order;
  if (approvedAt === null) return null;
  const first = starts.kind === 'immediately' ? dateInZone(zone, approvedAt) : starts.date;
  const planned = ends.kind === 'open' ? later(first, today) : ends.date;
  const cancelled = cancelledAt === null ? null : dateInZone(zone, cancelledAt);
  if (cancelled !== null && cancelled < first) return null;
  const reason = shortened(order.reason);
  return {
    id: `order-${id}`,
    title: kind === 'half' ? t`Half-staff: ${{ reason }}` : t`Full-staff exception: ${{ reason }}`,
    description: [
      t`By order of ${{ authority: authorityName(order) }}`,
      `${orderStartText(starts)} – ${orderEndText(ends)}`,
      order.reason,
    ].join('\n'),
    first,
    last: cancelled !== null && cancelled < planned ? cancelled : planned,
    sequence: revision,
    changedAt: cancelledAt ?? approvedAt,
    url: order.sourceUrl,
  };
}

const later = (a: CivilDate, b: CivilDate): CivilDate => (a < b ? b : a);

/** Returns an order's reason on one line, shortened to fit the title of a calendar event. */
function shortened(reason: string): string {
  const line = reason.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > TITLE_REASON_LENGTH
    ? `${characters.slice(0, TITLE_REASON_LENGTH - 1).join('')}…`
    : line;
}
