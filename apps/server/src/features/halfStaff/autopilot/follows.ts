import {
  annualDays,
  choiceOf,
  dateInZone,
  FLOWN_FLAGS,
  type Follows,
  type FollowsChange,
  type FollowsQuery,
  type FollowsSettings,
  followsAt,
  followsChanges,
  HALF_STAFF_DAY_NAMES,
  LAST_US_ZONE,
  type LocationFollows,
  type Scope,
  withChoice,
  withoutOwn,
} from '@halyard/domain';
import { within } from '../../../platform/database/scope.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { companyChanged } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope, scopeFor } from '../../calls/context.ts';
import { lockCompany, requireCompany } from '../../fleet/companies.ts';
import { locationNotFound } from '../../fleet/errors.ts';
import { confirmedDaysOf } from '../orders/recurring/confirmedDays.ts';
import { companyFollowsIn, locationFollowsIn } from '../poles/storedFollows.ts';
import { releasing } from './release.ts';

const LOCATIONS = { company: 'locations.company_id', location: 'locations.id' };
const FLAGS = { company: 'flags.company_id', location: 'flags.location_id' };
/** How many years ahead to search for the next date of an annual half-staff day. */
const YEARS_AHEAD = 2;

/**
 * Returns which orders and half-staff days a company or one of its locations follows.
 * @throws AppError `not-found` outside the caller's scope
 */
export async function getFollows(
  ctx: Context,
  companyId: string,
  { locationId }: FollowsQuery,
): Promise<FollowsSettings> {
  const { queries } = ctx.db;
  await requireCompany(queries, requireScope(ctx, 'company.read'), companyId);
  // Roles that may not read locations see only the settings of the company.
  const visible = scopeFor(ctx, 'location.read') ?? { kind: 'nothing' };
  const places = await placesOf(queries, companyId, visible);
  const place = locationId === undefined ? null : placeIn(places.locations, locationId);
  const poles: Scope =
    place === null ? { kind: 'company', companyId } : atLocation(companyId, place.id);
  return {
    follows: choiceOf(place ? followsAt(places.company, place.follows) : places.company),
    isOwn: place?.follows?.isOwn ?? false,
    ownLocations: places.locations
      .filter(({ follows }) => follows?.isOwn)
      .map(({ id, name }) => ({ id, name })),
    poles: await flownIn(queries, poles),
    days: await nextDays(queries, ctx.domainClock.now()),
  };
}

/**
 * Stores which orders and half-staff days a company or location follows. Raises the poles that are
 * at half-staff for an order or day that the company or location no longer follows.
 * @throws AppError `not-found` outside the caller's scope
 */
export async function setFollows(
  ctx: Context,
  companyId: string,
  chosen: FollowsChange,
): Promise<FollowsSettings> {
  const scope = requireScope(ctx, 'company.setAutoHalfMast');
  const { locationId } = chosen;
  await change(ctx, async (trx) => {
    const company = await lockCompany(trx, scope, companyId);
    const plan = await planFollows(trx, companyId, chosen, ctx.domainClock.now());
    if (plan.changes.length === 0 && !plan.isOwnChanged) return;
    const poles: Scope =
      locationId === null ? { kind: 'company', companyId } : atLocation(companyId, locationId);
    await releasing(trx, ctx, poles, async () => {
      const follows = JSON.stringify(plan.place === null ? plan.company : plan.place.follows);
      if (plan.place === null)
        await trx.updateTable('companies').set({ follows }).where('id', '=', companyId).execute();
      else
        await trx.updateTable('locations').set({ follows }).where('id', '=', locationId).execute();
    });
    await enqueue(trx, companyChanged(companyId, ctx.clock()), ctx.clock());
    await recordActivity(trx, ctx, {
      kind: 'follows.changed',
      companyId,
      locationId,
      subject: plan.place?.name ?? company.name,
      detail: { about: plan.changes.join(', ') },
    });
  });
  return getFollows(ctx, companyId, locationId === null ? {} : { locationId });
}

/** A location with its own settings for the orders and half-staff days that it follows. */
interface Place {
  id: string;
  name: string;
  follows: LocationFollows | null;
}

/**
 * The settings to store when a company or location changes which orders and half-staff days it
 * follows.
 */
export interface FollowsPlan {
  /** The company's new settings. Null if it follows everything. */
  company: Follows | null;
  /**
   * The location whose own settings change, with its new settings. Null if the company's settings
   * change.
   */
  place: Place | null;
  /**
   * Returns the settings of a location after the change: which orders and half-staff days it
   * follows. Null if it follows everything.
   */
  followsOf: (locationId: string) => Follows | null;
  /** The names of the changed settings, for the activity log. */
  changes: string[];
  /** Whether the location starts or stops having its own settings. */
  isOwnChanged: boolean;
}

/**
 * Returns the settings that a change at `now` (epoch milliseconds of the half-staff engine's clock)
 * would store.
 * @throws AppError `not-found` for another company's location
 */
export async function planFollows(
  queries: Queries,
  companyId: string,
  { locationId, follows }: FollowsChange,
  now: number,
): Promise<FollowsPlan> {
  const { company, locations } = await placesOf(queries, companyId, { kind: 'all' });
  const storedAt = new Map(locations.map((each) => [each.id, each.follows]));
  if (locationId === null) {
    const next = follows === null ? company : withChoice(company, follows, now);
    return {
      company: next,
      place: null,
      followsOf: (id) => followsAt(next, storedAt.get(id) ?? null),
      changes: followsChanges(company, next),
      isOwnChanged: false,
    };
  }
  const place = placeIn(locations, locationId);
  const present = followsAt(company, place.follows);
  const wasOwn = place.follows?.isOwn ?? false;
  const next = follows
    ? { isOwn: true, at: now, follows: withChoice(present, follows, now) }
    : wasOwn
      ? withoutOwn(present ?? {}, company, now)
      : place.follows;
  const after = followsAt(company, next);
  return {
    company,
    place: { ...place, follows: next },
    followsOf: (id) => (id === locationId ? after : followsAt(company, storedAt.get(id) ?? null)),
    changes: followsChanges(present, after),
    isOwnChanged: wasOwn !== (next?.isOwn ?? false),
  };
}

async function placesOf(
  queries: Queries,
  companyId: string,
  visible: Scope,
): Promise<{ company: Follows | null; locations: Place[] }> {
  const { follows } = await queries
    .selectFrom('companies')
    .select('follows')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const rows = await queries
    .selectFrom('locations')
    .select(['id', 'name', 'follows'])
    .where('company_id', '=', companyId)
    .where(within(visible, LOCATIONS))
    .orderBy('name')
    .orderBy('id')
    .execute();
  const locations = rows.map((row) => ({ ...row, follows: locationFollowsIn(row.follows) }));
  return { company: companyFollowsIn(follows), locations };
}

function placeIn(places: readonly Place[], id: string): Place {
  const place = places.find((each) => each.id === id);
  if (!place) throw locationNotFound();
  return place;
}

const atLocation = (companyId: string, locationId: string): Scope => ({
  kind: 'location',
  companyId,
  locationId,
});

async function flownIn(queries: Queries, scope: Scope): Promise<FollowsSettings['poles']> {
  const rows = await queries
    .selectFrom('flags')
    .select((eb) => ['flies', eb.fn.countAll<number>().as('count')])
    .where(within(scope, FLAGS))
    .groupBy('flies')
    .execute();
  const counts = { us: 0, state: 0, other: 0 };
  for (const flies of FLOWN_FLAGS)
    counts[flies] = Number(rows.find((row) => row.flies === flies)?.count ?? 0);
  return counts;
}

/** Returns the annual half-staff days, each with its next date. */
async function nextDays(queries: Queries, now: number): Promise<FollowsSettings['days']> {
  const today = dateInZone(LAST_US_ZONE, now);
  const first = Number(today.slice(0, 4));
  const years = Array.from({ length: YEARS_AHEAD + 1 }, (_, i) => first + i);
  const confirmed = await confirmedDaysOf(queries, years);
  const days = years.flatMap((year) => annualDays(year, confirmed));
  return HALF_STAFF_DAY_NAMES.flatMap((name) => {
    const next = days.find((day) => day.name === name && day.halfStaff && day.date >= today);
    return next ? [{ name, date: next.date, projected: next.projected }] : [];
  });
}
