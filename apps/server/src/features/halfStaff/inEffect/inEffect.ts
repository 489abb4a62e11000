import {
  type Facts,
  type HalfStaffNow,
  type Hold,
  heading,
  holdIsOver,
  type InEffectAt,
  inEffectAt,
  noneBefore,
  type Pole,
  SOURCE_KINDS,
  sunMoment,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findFacts } from '../orders/facts.ts';
import { eachIndexed } from '../poles/fleet.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { poleAtSite } from './poleAtSite.ts';

type Group = HalfStaffNow['inEffect'][number];

/**
 * Returns the orders, exceptions and annual days in effect at the actor's poles, except held and
 * locked ones. Evaluates locations instead of single poles, because every dashboard requests this
 * list.
 */
export async function inEffectNow(ctx: Context, index: PoleIndex): Promise<HalfStaffNow> {
  const scope = requireScope(ctx, 'flag.read');
  const { queries } = ctx.db;
  const now = ctx.domainClock.now();
  const engine = await engineState(queries);
  const facts = await findFacts(queries, now);
  const { speed, speedUntil } = ctx.domainClock;
  const answer = { engineIsOn: engine.isOn, now, speed };
  const quiet = noneBefore(facts, now);
  if (quiet > now)
    return { ...answer, changesAt: Math.min(quiet, speedUntil ?? quiet), inEffect: [] };
  const sites = new Map<string, Site>();
  const groups = new Map<string, Group>();
  let changesAt = speedUntil;
  await eachIndexed(index, scope, ({ flag, hold }) => {
    if (!flag.site.optedIn) return;
    const key = siteKey(flag.site);
    let site = sites.get(key);
    if (!site) {
      site = new Site(poleAtSite(flag), facts, now);
      sites.set(key, site);
      const change = site.answer.changesAt;
      if (change !== null) changesAt = Math.min(changesAt ?? change, change);
    }
    if (!site.answer.inEffect || flag.site.concernedSince > now) return;
    const record = ctx.link.record(flag);
    if ((flag.lock ?? record.lock) !== null || site.isHeldBy(hold)) return;
    const { inEffect } = heading(record) === 'down' ? site.whenDown : site.answer;
    if (inEffect) count(groups, inEffect, site);
  });
  return { ...answer, changesAt, inEffect: [...groups.values()].sort(bySource) };
}

const siteKey = ({ locationId, flies }: Pick<Pole, 'locationId' | 'flies'>) =>
  `${flies} ${locationId}`;

/**
 * The poles at one location that fly the same type of flag. They differ only in whether they are
 * down, held or locked.
 */
class Site {
  /** The orders and half-staff days in effect at the location for a flag that is not down. */
  readonly answer: InEffectAt;
  readonly #pole: Pole;
  readonly #facts: Facts;
  readonly #now: number;
  #whenDown: InEffectAt | undefined;

  /**
   * Finds out what is in effect at a location.
   * @param pole any pole at the location; its actual position does not matter
   */
  constructor(pole: Pole, facts: Facts, now: number) {
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
 * Adds a pole to the group with the same order or day. The group's end is the earliest time when
 * half-staff ends at one of its poles.
 */
function count(
  groups: Map<string, Group>,
  { source, position, until }: NonNullable<InEffectAt['inEffect']>,
  { place }: Site,
): void {
  const key = `${source.key} ${position}`;
  const { timeZone } = place;
  const group = groups.get(key);
  if (!group) {
    const untilSun = until === null ? null : sunMoment(until, place);
    groups.set(key, { source, position, poles: 1, until, untilSun, endsLater: false, timeZone });
    return;
  }
  group.poles++;
  if (until === group.until) return;
  group.endsLater = true;
  if (until === null || (group.until !== null && group.until < until)) return;
  Object.assign(group, { until, untilSun: sunMoment(until, place), timeZone });
}

/**
 * Compares groups of poles by the precedence of their order or half-staff day, and then by number
 * of poles. Groups whose flags stay down come last.
 */
const bySource = (a: Group, b: Group): number =>
  SOURCE_KINDS.indexOf(a.source.kind) - SOURCE_KINDS.indexOf(b.source.kind) ||
  Number(a.position === null) - Number(b.position === null) ||
  b.poles - a.poles;
