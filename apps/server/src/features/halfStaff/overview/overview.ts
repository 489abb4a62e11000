import {
  addDays,
  type CalendarDay,
  calendarDays,
  dateInZone,
  type Facts,
  type HalfStaffOverview,
  holdIsOver,
  LAST_US_ZONE,
  type Pole,
  unready,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { findVoltageLimits } from '../../fleet/alertSettings.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findFacts } from '../orders/facts.ts';
import { type FleetPole, findFleet, isMoved, listedPoles } from '../poles/fleet.ts';
import { type Coming, comingAt } from './coming.ts';
import { currentGroups } from './current.ts';

type Group = HalfStaffOverview['next'][number];

/** How many days before a projected day masters are asked to confirm its date. */
const PROJECTED_DAYS = 30;

/**
 * Returns what is in effect at the actor's poles now, what comes next, and which poles cannot move
 * as planned, with the reasons.
 */
export async function overview(ctx: Context): Promise<HalfStaffOverview> {
  const scope = requireScope(ctx, 'order.read');
  const { queries } = ctx.db;
  const engine = await engineState(queries);
  const now = ctx.domainClock.now();
  const facts = await findFacts(queries, now);
  const fleet = await findFleet(ctx, scope);
  const wall = ctx.clock();
  const limitsOf = await findVoltageLimits(queries);
  return {
    engine,
    now,
    holding: await currentGroups(listedPoles(fleet, wall), facts, now),
    next: nextOf(fleet, facts, now),
    projected: projectedDays(facts, now),
    alarms: await alarmsOf(ctx, fleet),
    held: fleet.flatMap(({ ref, hold, pole }) =>
      hold && !holdIsOver(pole, facts, now)
        ? [{ pole: ref, hold, timeZone: pole.place.timeZone }]
        : [],
    ),
    notReady: fleet.flatMap(({ ref, pole, record }) => {
      const why = isMoved(pole) ? unready(record, limitsOf(ref.companyId), wall) : [];
      return why.length > 0 ? [{ pole: ref, why }] : [];
    }),
  };
}

/**
 * Adds one pole to its group. The `at` and `timeZone` of the group are those of its earliest pole.
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

/** Returns the orders and annual days that begin later, earliest first. */
function nextOf(fleet: readonly FleetPole[], facts: Facts, now: number): Group[] {
  // Poles at one location with the same type of flag have the same result.
  const known = new Map<string, Coming[]>();
  const groups = new Map<string, Group>();
  for (const { pole } of fleet) {
    const key = `${pole.flies} ${pole.locationId}`;
    const comings = known.get(key) ?? comingAt(pole, facts, now);
    known.set(key, comings);
    for (const coming of comings) count(groups, coming, pole);
  }
  return [...groups.values()].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

/** Returns the half-staff days of the next weeks whose date has not been confirmed yet. */
function projectedDays({ confirmedDays }: Facts, now: number): CalendarDay[] {
  // A day counts until it is over everywhere. In Hawaii, a day ends ten hours later than in UTC.
  const today = dateInZone(LAST_US_ZONE, now);
  const end = addDays(today, PROJECTED_DAYS);
  const year = Number(today.slice(0, 4));
  return [year, year + 1]
    .flatMap((each) => calendarDays(each, confirmedDays))
    .filter(({ projected, date }) => projected && date >= today && date <= end);
}

async function alarmsOf(
  { db }: Context,
  fleet: readonly FleetPole[],
): Promise<HalfStaffOverview['alarms']> {
  const poles = new Map(fleet.map((each) => [each.flag.id, each]));
  const rows = await db.queries
    .selectFrom('engine_poles')
    .select(['flag_id', 'alarm', 'alarm_at'])
    .where('alarm', 'is not', null)
    .orderBy('alarm_at', 'desc')
    .orderBy('flag_id')
    .execute();
  return rows.flatMap(({ flag_id, alarm: text, alarm_at: at }) => {
    const each = poles.get(flag_id);
    if (!each || text === null) return [];
    const { timeZone } = each.pole.place;
    return [{ pole: each.ref, text, at: at ?? 0, timeZone }];
  });
}
