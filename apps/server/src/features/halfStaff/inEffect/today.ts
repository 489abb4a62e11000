import {
  type HalfStaffToday,
  type InEffectAt,
  inEffectAt,
  mourningNow,
  noneBefore,
  type OrdersAndDays,
  type Pole,
  SOURCE_KINDS,
  type Source,
  sunMoment,
  type TodaySource,
} from '@halyard/domain';
import { Pauses } from '../../../platform/limits/pauses.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import type { SiteCount, SiteCounts } from '../poles/siteCounts.ts';
import { poleAtSite } from './poleAtSite.ts';

/** How far ahead to look for the next start of half-staff, in ms. */
const NEXT_MS = 14 * 24 * 3_600_000;

/** The poles at a location that fly the same type of flag. */
interface PolesAt {
  pole: Pole;
  /** Whether the company follows orders. */
  optedIn: boolean;
}

/** A location's poles, grouped by the type of flag that they fly. */
type Site = Map<string, PolesAt>;

/**
 * Returns the position that the law and the orders prescribe for flags at the actor's locations,
 * and what starts next. It does not matter whether the company follows orders. Ignores daily rules,
 * which never cause half-staff.
 */
export async function halfStaffToday(ctx: Context, counts: SiteCounts): Promise<HalfStaffToday> {
  const scope = requireScope(ctx, 'flag.read');
  const { queries } = ctx.db;
  const now = ctx.domainClock.now();
  const facts = await findOrdersAndDays(queries, now);
  const { speed, speedUntil } = ctx.domainClock;
  const answer = { now, speed };
  // The dates are enough to check this, so no location is evaluated on most days.
  const quiet = noneBefore(facts, now);
  if (quiet > now + NEXT_MS)
    return { ...answer, changesAt: earlier(quiet - NEXT_MS, speedUntil), inEffect: [], next: null };
  const inEffect = new Map<string, TodaySource>();
  const next = new Map<string, TodaySource>();
  let changesAt = speedUntil;
  const pauses = new Pauses();
  const { sites } = await counts.current(scope);
  for (const [first, site] of locationsOf(sites)) {
    if (pauses.areDue) await pauses.take();
    const pole: Pole = { ...first, dailyRule: 'none', follows: null };
    const present = inEffectAt(pole, facts, now);
    if (present.changesAt !== null) changesAt = earlier(present.changesAt, changesAt);
    if (present.inEffect)
      add(inEffect, pole, present.inEffect, {
        at: present.inEffect.until,
        follows: isFollowed(site, facts, present.inEffect.source, now),
      });
    const begins = nextAt(pole, facts, present, now);
    if (!begins) continue;
    const follows = isFollowed(site, facts, begins.inEffect.source, begins.at);
    add(next, pole, begins.inEffect, { at: begins.at, follows });
  }
  const first = [...next.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0))[0];
  return {
    ...answer,
    changesAt,
    inEffect: [...inEffect.values()].sort(bySource),
    next: first ?? null,
  };
}

/**
 * Returns the locations that have poles. Each location comes with a pole that represents it, and
 * with one pole for each type of flag flown there.
 */
function locationsOf(counted: readonly SiteCount[]): Iterable<[Pole, Site]> {
  const sites = new Map<string, [Pole, Site]>();
  for (const { flag } of counted) {
    const { locationId, flies, optedIn } = flag.site;
    const pole = poleAtSite(flag);
    const known = sites.get(locationId) ?? [pole, new Map()];
    known[1].set(flies, { pole, optedIn });
    sites.set(locationId, known);
  }
  return sites.values();
}

/**
 * Whether any pole at a location follows an order or half-staff day at the given time. If `kind` is
 * `exception`, checks only full-staff exceptions. Otherwise, checks only half-staff orders and
 * half-staff days.
 */
function isFollowed(site: Site, facts: OrdersAndDays, { kind }: Source, at: number): boolean {
  const isException = (one: Source) => one.kind === 'exception';
  return [...site.values()].some(({ pole, optedIn }) => {
    const own = optedIn ? mourningNow(pole, facts, at) : null;
    return own !== null && isException(own) === (kind === 'exception');
  });
}

/**
 * Returns the earlier of two times.
 * @param other null if there is no second time
 */
const earlier = (at: number, other: number | null): number => Math.min(at, other ?? at);

/**
 * Returns the next order or half-staff day that starts at a pole, and when it starts. Null if none
 * starts within `NEXT_MS`.
 */
function nextAt(
  pole: Pole,
  facts: OrdersAndDays,
  { changesAt, inEffect }: InEffectAt,
  now: number,
) {
  for (let at = changesAt; at !== null && at <= now + NEXT_MS; ) {
    const then = inEffectAt(pole, facts, at);
    if (then.inEffect && then.inEffect.source.key !== inEffect?.source.key)
      return { inEffect: then.inEffect, at };
    at = then.changesAt;
  }
  return null;
}

/**
 * Adds one location to the counts of an order or half-staff day.
 * @param at when the order or half-staff day ends or starts at the location
 * @param follows whether the poles at the location follow it
 */
function add(
  found: Map<string, TodaySource>,
  { place }: Pole,
  { source, position }: NonNullable<InEffectAt['inEffect']>,
  { at, follows }: { at: number | null; follows: boolean },
): void {
  const { timeZone } = place;
  const atSun = at === null ? null : sunMoment(at, place);
  const had = found.get(source.key);
  if (!had) {
    found.set(source.key, {
      source,
      position: position === 'up' ? 'up' : 'half',
      locations: 1,
      following: Number(follows),
      at,
      atSun,
      isLaterElsewhere: false,
      timeZone,
    });
    return;
  }
  had.locations++;
  had.following += Number(follows);
  if (at === had.at) return;
  had.isLaterElsewhere = true;
  if (at === null || (had.at !== null && had.at < at)) return;
  Object.assign(had, { at, atSun, timeZone });
}

/** Compares orders and half-staff days by precedence, and then by their number of locations. */
const bySource = (a: TodaySource, b: TodaySource): number =>
  SOURCE_KINDS.indexOf(a.source.kind) - SOURCE_KINDS.indexOf(b.source.kind) ||
  b.locations - a.locations;
