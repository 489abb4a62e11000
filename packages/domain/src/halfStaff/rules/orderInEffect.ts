import type { Position } from '../../flags/live/position.ts';
import { type CivilDate, DAY_MS, dayNumberOf, yearOfDay } from '../../time/civilDate.ts';
import { drivingDays, type OrdersAndDays, type Pole } from '../facts/poleFacts.ts';
import { edgeAfter, scheduleOf } from './ordersAndDaysAtPole.ts';
import { hasSecondApprovals } from './orderVersions.ts';
import { answerBeneath, mourningAt } from './rulePrecedence.ts';
import type { Source } from './shouldBeSchema.ts';

/**
 * Maximum number of steps in the search for the time when a different order or half-staff day takes
 * effect. Real orders and days need fewer steps.
 */
const MAX_STEPS = 400;

/** The order, exception or annual half-staff day in effect at a pole. */
export interface InEffect {
  source: Source;
  /**
   * The position that the order or half-staff day calls for; null if the flag is down and stays
   * down.
   */
  position: Position | null;
  /**
   * The time when the order, exception or day ends at the pole, in epoch milliseconds; null if
   * open-ended.
   */
  until: number | null;
}

export interface InEffectAt {
  /** The order, exception or day in effect; null if there is none. */
  inEffect: InEffect | null;
  /**
   * The time, in epoch milliseconds, when another order, exception or day takes effect or the
   * current one ends, whichever comes first; null if unknown.
   */
  changesAt: number | null;
}

/**
 * Returns the order, exception or annual half-staff day in effect at a pole at `now` (epoch
 * milliseconds), and the time when this changes. Ignores holds and locks.
 */
export function inEffectAt(pole: Pole, facts: OrdersAndDays, now: number): InEffectAt {
  const schedule = scheduleOf(pole, facts);
  const source = mourningAt(schedule, now);
  const changeAfter = (bySun: boolean, isSame: (at: number) => boolean): number | null => {
    let edge = now;
    for (let step = 0; step < MAX_STEPS; step++) {
      edge = edgeAfter(schedule, edge, bySun);
      if (edge === Infinity) return null;
      if (!isSame(edge)) return edge;
    }
    return null;
  };
  const until = changeAfter(false, (at) => mourningAt(schedule, at)?.key === source?.key);
  if (!source) return { inEffect: null, changesAt: until };
  const { position } = answerBeneath(schedule, now);
  const inEffect = { source, position, until };
  if (pole.dailyRule === 'none') return { inEffect, changesAt: until };
  const isSame = (at: number) => {
    const answer = answerBeneath(schedule, at);
    return answer.source.key === source.key && answer.position === position;
  };
  return { inEffect, changesAt: changeAfter(true, isSame) };
}

/** The earliest start of a date in any time zone, in ms relative to 00:00 UTC on that date. */
const EARLIEST_MS = -14 * 3_600_000;
/**
 * A time by which the sun has set on a given date everywhere, in ms after 00:00 UTC on that date.
 */
const LATEST_MS = 2 * DAY_MS;

/**
 * Returns the earliest time at or after `now`, in epoch milliseconds, when an order or annual
 * half-staff day may be in effect at any pole; Infinity if there is none. Considers only dates, so
 * the result may be hours too early.
 */
export function noneBefore(facts: OrdersAndDays, now: number): number {
  let quiet = Infinity;
  const consider = (from: number, until: number) => {
    if (until > now) quiet = Math.min(quiet, Math.max(from, now));
  };
  for (const order of facts.orders) {
    const { approvedAt, cancelledAt } = order;
    // An earlier version may be in effect where an amendment still needs a second approval.
    const versions = hasSecondApprovals(order) ? [order, ...(order.earlier ?? [])] : [order];
    for (const { starts, ends } of versions)
      consider(
        starts.kind === 'immediately' ? (approvedAt ?? 0) : begin(starts.date),
        Math.min(ends.kind === 'open' ? Infinity : end(ends.date), cancelledAt ?? Infinity),
      );
  }
  const year = yearOfDay(Math.floor(now / DAY_MS));
  for (const each of [year - 1, year, year + 1])
    for (const { date } of drivingDays(facts, each)) consider(begin(date), end(date));
  return quiet;
}

const begin = (date: CivilDate): number => dayNumberOf(date) * DAY_MS + EARLIEST_MS;
const end = (date: CivilDate): number => dayNumberOf(date) * DAY_MS + LATEST_MS;
