import {
  type HalfStaffNow,
  type Hold,
  heading,
  holdIsOver,
  type InEffectAt,
  inEffectAt,
  noneBefore,
  type OrdersAndDays,
  type Pole,
  SOURCE_KINDS,
  sunMoment,
} from '@halyard/domain';
import { Pauses } from '../../../platform/limits/pauses.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import type { HalfStaffFlag } from '../poles/poles.ts';
import { type SiteCounts, siteKey } from '../poles/siteCounts.ts';
import { poleAtSite } from './poleAtSite.ts';

type Group = HalfStaffNow['inEffect'][number];

/**
 * Returns the orders, exceptions and annual half-staff days in effect at the actor's poles. Ignores
 * poles that are held or locked. To be fast, evaluates the rules once per location and type of
 * flag, not for every pole.
 */
export async function inEffectNow(ctx: Context, counts: SiteCounts): Promise<HalfStaffNow> {
  const scope = requireScope(ctx, 'flag.read');
  const { queries } = ctx.db;
  const now = ctx.domainClock.now();
  const engine = await engineState(queries);
  const facts = await findOrdersAndDays(queries, now);
  const { speed, speedUntil } = ctx.domainClock;
  const answer = { engineIsOn: engine.isOn, now, speed };
  const quiet = noneBefore(facts, now);
  if (quiet > now)
    return { ...answer, changesAt: Math.min(quiet, speedUntil ?? quiet), inEffect: [] };
  const { sites, single } = await counts.current(scope);
  const evaluated = new Map<string, Site>();
  const groups = new Map<string, Group>();
  const pauses = new Pauses();
  let changesAt = speedUntil;
  const siteOf = (flag: HalfStaffFlag): Site => {
    const key = siteKey(flag);
    const site = evaluated.get(key) ?? new Site(poleAtSite(flag), facts, now);
    evaluated.set(key, site);
    return site;
  };
  for (const { flag, down, notDown } of sites) {
    if (!flag.site.optedIn) continue;
    if (pauses.areDue) await pauses.take();
    const site = siteOf(flag);
    const change = site.answer.changesAt;
    if (change !== null) changesAt = Math.min(changesAt ?? change, change);
    if (!site.answer.inEffect) continue;
    add(groups, site.answer.inEffect, site, notDown);
    if (down > 0) add(groups, site.whenDown.inEffect, site, down);
  }
  for (const { flag, hold } of single) {
    if (!flag.site.optedIn) continue;
    if (pauses.areDue) await pauses.take();
    const site = siteOf(flag);
    if (!site.answer.inEffect || flag.site.concernedSince > now) continue;
    const record = ctx.link.record(flag);
    if ((flag.lock ?? record.lock) !== null || site.isHeldBy(hold)) continue;
    const { inEffect } = heading(record) === 'down' ? site.whenDown : site.answer;
    add(groups, inEffect, site, 1);
  }
  return { ...answer, changesAt, inEffect: [...groups.values()].sort(bySource) };
}

/**
 * The poles at one location that fly the same type of flag. They differ only in whether they are
 * down, held or locked.
 */
class Site {
  /** The orders and half-staff days in effect at the location for a flag that is not down. */
  readonly answer: InEffectAt;
  readonly #pole: Pole;
  readonly #facts: OrdersAndDays;
  readonly #now: number;
  #whenDown: InEffectAt | undefined;

  /**
   * Finds out what is in effect at a location.
   * @param pole any pole at the location; its reported position does not matter
   */
  constructor(pole: Pole, facts: OrdersAndDays, now: number) {
    this.#pole = pole;
    this.#facts = facts;
    this.#now = now;
    this.answer = inEffectAt(pole, facts, now);
  }

  get place() {
    return this.#pole.place;
  }

  get whenDown(): InEffectAt {
    this.#whenDown ??= inEffectAt({ ...this.#pole, position: 'down' }, this.#facts, this.#now);
    return this.#whenDown;
  }

  isHeldBy(hold: Hold | null): boolean {
    return hold !== null && !holdIsOver({ ...this.#pole, hold }, this.#facts, this.#now);
  }
}

/**
 * Adds poles to the group of their order or half-staff day. The group's end is the earliest time
 * when half-staff ends at any of its poles.
 * @param inEffect what is in effect at the poles; null adds nothing
 */
function add(
  groups: Map<string, Group>,
  inEffect: InEffectAt['inEffect'],
  { place }: Site,
  poles: number,
): void {
  if (!inEffect || poles === 0) return;
  const { source, position, until } = inEffect;
  const key = `${source.key} ${position}`;
  const { timeZone } = place;
  const group = groups.get(key);
  if (!group) {
    const untilSun = until === null ? null : sunMoment(until, place);
    groups.set(key, { source, position, poles, until, untilSun, endsLater: false, timeZone });
    return;
  }
  group.poles += poles;
  if (until === group.until) return;
  group.endsLater = true;
  if (until === null || (group.until !== null && group.until < until)) return;
  Object.assign(group, { until, untilSun: sunMoment(until, place), timeZone });
}

/**
 * Compares groups of poles by the precedence of their order or half-staff day. Among groups of
 * equal precedence, larger groups come first, and groups whose flags stay down come last.
 */
const bySource = (a: Group, b: Group): number =>
  SOURCE_KINDS.indexOf(a.source.kind) - SOURCE_KINDS.indexOf(b.source.kind) ||
  Number(a.position === null) - Number(b.position === null) ||
  b.poles - a.poles;
