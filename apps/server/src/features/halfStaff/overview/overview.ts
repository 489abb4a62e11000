import {
  addDays,
  type CalendarDay,
  calendarDays,
  comparePoles,
  dateInZone,
  FirstOf,
  type HalfStaffOverview,
  holdIsOver,
  inScope,
  LAST_US_ZONE,
  type OrdersAndDays,
  OVERVIEW_POLES,
  type Pole,
  type PoleRef,
  type Scope,
  unready,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { findVoltageLimits } from '../../fleet/alertLimits/alertSettings.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import { eachPole, isMoved, listedPole, refOf } from '../poles/fleet.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { type Coming, comingAt } from './coming.ts';
import { CurrentCount } from './current.ts';

type Group = HalfStaffOverview['next'][number];

/** How many days in advance masters are asked to confirm the date of a projected half-staff day. */
const PROJECTED_DAYS = 30;

/**
 * Returns what is in effect at the actor's poles now, what comes next, and which poles cannot move
 * as planned and why.
 */
export async function overview(ctx: Context, index: PoleIndex): Promise<HalfStaffOverview> {
  const scope = requireScope(ctx, 'order.read');
  const { queries } = ctx.db;
  const engine = await engineState(queries);
  const now = ctx.domainClock.now();
  const facts = await findOrdersAndDays(queries, now);
  const wall = ctx.clock();
  const limitsOf = await findVoltageLimits(queries);
  const current = new CurrentCount(facts, now);
  const next = new NextCount(facts, now);
  const held = new Problems<HalfStaffOverview['held']['first'][number]>();
  const notReady = new Problems<HalfStaffOverview['notReady']['first'][number]>();
  await eachPole(ctx, index, scope, (each) => {
    const { ref, pole, hold, record } = each;
    current.add(listedPole(each, wall));
    next.add(pole);
    if (hold && !holdIsOver(pole, facts, now))
      held.add({ pole: ref, hold, timeZone: pole.place.timeZone });
    const why = isMoved(pole) ? unready(record, limitsOf(ref.companyId), wall) : [];
    if (why.length > 0) notReady.add({ pole: ref, why });
  });
  return {
    engine,
    now,
    holding: current.groups,
    next: next.groups,
    projected: projectedDays(facts, now),
    alarms: await alarmsOf(ctx, index, scope),
    held: held.listed,
    notReady: notReady.listed,
  };
}

/**
 * Counts the poles with one kind of problem, and keeps the first few, sorted by company, location
 * and name.
 */
class Problems<Problem extends { pole: PoleRef }> {
  #total = 0;
  readonly #first = new FirstOf<Problem>(OVERVIEW_POLES, (a, b) => comparePoles(a.pole, b.pole));

  add(problem: Problem): void {
    this.#total++;
    this.#first.add(problem);
  }

  get listed(): { total: number; first: Problem[] } {
    return { total: this.#total, first: this.#first.items };
  }
}

/**
 * Adds a pole to the group for an upcoming order or half-staff day. The group shows the earliest
 * start at any of its poles, in that pole's time zone.
 */
function count(
  groups: Map<string, Group>,
  { source, position, at }: Pick<Group, 'source' | 'position' | 'at'>,
  { place }: Pole,
): void {
  const key = `${source.key} ${position}`;
  let group = groups.get(key);
  if (!group) {
    group = { source, position, poles: 0, at: null, timeZone: null };
    groups.set(key, group);
  }
  group.poles++;
  if (at === null || (group.at !== null && group.at <= at)) return;
  group.at = at;
  group.timeZone = place.timeZone;
}

/**
 * The maximum number of sites whose next orders and half-staff days are cached. A site is a
 * location with one type of flag.
 */
const KNOWN_SITES = 20_000;

/** Counts the poles where upcoming orders and annual half-staff days will begin. */
class NextCount {
  readonly #facts: OrdersAndDays;
  readonly #now: number;
  // Poles at one location with the same type of flag have the same result.
  readonly #known = new Map<string, Coming[]>();
  readonly #groups = new Map<string, Group>();

  constructor(facts: OrdersAndDays, now: number) {
    this.#facts = facts;
    this.#now = now;
  }

  add(pole: Pole): void {
    const key = `${pole.flies} ${pole.locationId}`;
    let comings = this.#known.get(key);
    if (!comings) {
      comings = comingAt(pole, this.#facts, this.#now);
      if (this.#known.size >= KNOWN_SITES) this.#known.clear();
      this.#known.set(key, comings);
    }
    for (const coming of comings) count(this.#groups, coming, pole);
  }

  /**
   * The upcoming orders and half-staff days, earliest first, with the number of poles where each
   * will begin.
   */
  get groups(): Group[] {
    return [...this.#groups.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  }
}

/** Returns the half-staff days in the next few weeks whose date no master has confirmed. */
function projectedDays({ confirmedDays }: OrdersAndDays, now: number): CalendarDay[] {
  // A day counts until it is over everywhere. In Hawaii, a day ends ten hours later than in UTC.
  const today = dateInZone(LAST_US_ZONE, now);
  const end = addDays(today, PROJECTED_DAYS);
  const year = Number(today.slice(0, 4));
  return [year, year + 1]
    .flatMap((each) => calendarDays(each, confirmedDays))
    .filter(({ projected, date }) => projected && date >= today && date <= end);
}

/** Returns the newest problems that the engine reports, and the number of all such problems. */
async function alarmsOf(
  { db }: Context,
  index: PoleIndex,
  scope: Scope,
): Promise<HalfStaffOverview['alarms']> {
  const rows = await db.queries
    .selectFrom('engine_poles')
    .select(['flag_id', 'alarm', 'alarm_at'])
    .where('alarm', 'is not', null)
    .orderBy('alarm_at', 'desc')
    .orderBy('flag_id')
    .execute();
  const alarms: HalfStaffOverview['alarms'] = { total: 0, first: [] };
  for (const { flag_id: id, alarm: text, alarm_at: at } of rows) {
    const flag = index.get(id)?.flag;
    if (!flag || text === null || !inScope(scope, flag.site)) continue;
    alarms.total++;
    if (alarms.first.length === OVERVIEW_POLES) continue;
    const { timeZone } = flag.site.place;
    alarms.first.push({ pole: refOf(flag), text, at: at ?? 0, timeZone });
  }
  return alarms;
}
