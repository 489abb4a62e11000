import {
  addDays,
  type CalendarEvent,
  calendarEvents,
  dateInZone,
  FLOWN_FLAGS,
  type FlownFlag,
  type Follows,
  followsAuthoritySince,
  followsDaySince,
  isInOrderScope,
  LAST_US_ZONE,
  type Order,
  stateInText,
  versionInEffect,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { inLanguage } from '@halyard/messages/language';
import { ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import type { PublicContext } from '../../calls/handlers.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { confirmedDaysOf } from '../orders/recurring/confirmedDays.ts';
import { storedFollows } from '../poles/storedFollows.ts';
import { calendarNotFound } from './errors.ts';

const HOUR_MS = 3_600_000;
/** How often calendar apps should fetch the calendar, in seconds. */
const REFRESH_SECONDS = 6 * 3600;

/**
 * Returns a calendar as an iCalendar file (RFC 5545).
 * @param file the calendar's token, followed by ".ics"
 * @throws AppError `not-found` if the token is unknown or was revoked
 */
export async function subscribedCalendar(ctx: PublicContext, file: string): Promise<string> {
  const { queries } = ctx.db;
  const row = await queries
    .selectFrom('calendar_subscriptions')
    .innerJoin('companies', 'companies.id', 'calendar_subscriptions.company_id')
    .select([
      'calendar_subscriptions.id',
      'calendar_subscriptions.state',
      'calendar_subscriptions.company_id as companyId',
      'calendar_subscriptions.created_at as createdAt',
      'companies.name as company',
    ])
    .where('token', '=', file.slice(0, -'.ics'.length))
    .executeTakeFirst();
  if (!row) throw calendarNotFound();
  const { state, companyId, company, createdAt } = row;
  await noteReading(ctx, row.id);
  const now = ctx.domainClock.now();
  const year = Number(dateInZone(LAST_US_ZONE, now).slice(0, 4));
  const places = await placesIn(queries, { companyId, state });
  const followsDay = (name: string) =>
    places.length === 0 || places.some((place) => followsDaySince(place, name) !== null);
  const events = calendarEvents({
    state,
    orders: await ordersIn(queries, places, now),
    followsDay,
    confirmed: await confirmedDaysOf(queries, [year - 1, year, year + 1]),
    now,
  });
  const where = stateInText(state) ?? state;
  const name = inLanguage(msg`Half-staff days in ${{ state: where }} (${{ company }})`);
  return toFile(events, { name, createdAt });
}

/** Records that a calendar app has fetched the calendar. Writes at most once an hour. */
async function noteReading({ db, clock }: PublicContext, id: string): Promise<void> {
  const hour = Math.floor(clock() / HOUR_MS) * HOUR_MS;
  await db.queries
    .updateTable('calendar_subscriptions')
    .set({ last_read_at: hour })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('last_read_at', 'is', null), where('last_read_at', '<', hour)]),
    )
    .execute();
}

/** A location, and which orders and half-staff days its poles follow. */
interface Place {
  companyId: string;
  locationId: string;
  state: string;
  follows: Follows | null;
  /** The types of flags that the location's poles fly; all types if it has no poles yet. */
  flown: readonly FlownFlag[];
}

/** Returns the company's locations in a state. */
async function placesIn(
  queries: Queries,
  { companyId, state }: { companyId: string; state: string },
): Promise<Place[]> {
  const rows = await queries
    .selectFrom('locations')
    .innerJoin('companies', 'companies.id', 'locations.company_id')
    .leftJoin('flags', 'flags.location_id', 'locations.id')
    .select([
      'locations.id as locationId',
      'companies.follows as companyFollows',
      'locations.follows as locationFollows',
      'flags.flies',
    ])
    .distinct()
    .where('locations.company_id', '=', companyId)
    .where('locations.state', '=', state)
    .execute();
  return rows.map(({ locationId, flies, ...row }) => ({
    companyId,
    locationId,
    state,
    follows: storedFollows(row),
    flown: flies === null ? FLOWN_FLAGS : [flies],
  }));
}

/**
 * Returns the orders that apply to the company's poles in a state, each in the version that is in
 * effect for the company.
 */
async function ordersIn(queries: Queries, places: readonly Place[], now: number): Promise<Order[]> {
  const { orders } = await findOrdersAndDays(queries, now);
  const [{ companyId } = { companyId: '' }] = places;
  return orders
    .flatMap((order) => versionInEffect(order, companyId) ?? [])
    .filter(({ scope, authority }) =>
      places.some(
        (place) =>
          isInOrderScope(scope, place) &&
          place.flown.some(
            (flies) => followsAuthoritySince({ ...place, flies }, authority) !== null,
          ),
      ),
    );
}

/**
 * Returns a calendar file of all-day events. They have no time zone, because each pole follows the
 * date in its own zone.
 * @param createdAt the timestamp for days prescribed by law, in epoch milliseconds; must be fixed,
 * so that the file changes only when an event changes
 */
export function toFile(
  events: readonly CalendarEvent[],
  { name, createdAt }: { name: string; createdAt: number },
): string {
  const calendar = new ICalCalendar({
    name,
    prodId: { company: 'Halyard', product: 'Halyard' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const { id, title, description, first, last, sequence, changedAt, url } of events)
    calendar.createEvent({
      id: `${id}@halyard`,
      summary: title,
      description,
      allDay: true,
      start: utcMidnight(first),
      // An all-day event ends on the following day (RFC 5545, 3.6.1).
      end: utcMidnight(addDays(last, 1)),
      sequence,
      stamp: new Date(changedAt ?? createdAt),
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(url !== null && { url }),
    });
  return calendar.toString();
}

const utcMidnight = (date: string): Date => new Date(`${date}T00:00:00Z`);
