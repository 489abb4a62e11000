import { t } from '@halyard/messages';
import { almanacOf, isWithin } from '../sun/almanac.ts';
import type { OrdersAndDays, Pole } from './facts/poleFacts.ts';
import {
  edgeAfter,
  edgeBefore,
  type PoleSchedule,
  scheduleOf,
} from './rules/ordersAndDaysAtPole.ts';
import { holdEnd, mourningAt, mourningEndBefore } from './rules/rulePrecedence.ts';
import type { Source } from './rules/shouldBeSchema.ts';

/**
 * The ways that a flag's position can be wrong. `full-staff`: at full staff even though an order or
 * day that its company follows calls for half-staff. `half-staff`: at half-staff even though
 * nothing calls for it, regardless of whether its company follows orders.
 */
export const WRONG_POSITION_KINDS = ['full-staff', 'half-staff'] as const;
export type WrongPositionKind = (typeof WRONG_POSITION_KINDS)[number];

/** The labels of wrong positions for lists, alerts and emails. */
export const WRONG_POSITION_LABELS: Record<WrongPositionKind, string> = {
  'full-staff': t`At full staff though half-staff is in effect`,
  'half-staff': t`At half-staff with nothing in effect`,
};

/** The correct position for each kind of wrong position. */
export const CORRECT_POSITION = { 'full-staff': 'half', 'half-staff': 'up' } as const;

/** Time in ms that a pole can be in the wrong position before it is reported as wrong. */
export const WRONG_POSITION_GRACE_MS = 5 * 60_000;

/**
 * Maximum number of steps in the search for the next time when the orders in effect change. Even a
 * long unbroken chain of orders needs fewer steps.
 */
const MAX_STEPS = 400;

/** A flag in the wrong position. Times are epoch milliseconds of the half-staff engine's clock. */
export interface WrongPosition {
  kind: WrongPositionKind;
  since: number;
  /** The order, exception or day in effect; null if there is none. */
  source: Source | null;
  /** Whether a user put the pole on hold, or requested this position even though it was wrong. */
  isDeliberate: boolean;
  /**
   * The time when Halyard alerts users; null if it never does, because the pole is on hold or
   * locked.
   */
  alertAt: number | null;
}

/**
 * A pole that reports a position other than the one that the orders and half-staff days call for.
 */
interface Mismatch {
  schedule: PoleSchedule;
  asksForHalf: boolean;
  since: number;
  /** The time when a user requested this position even though it was wrong; null if no user did. */
  requestedAt: number | null;
}

/** The assessment of a pole's position: whether it is wrong, and when that may change. */
export interface JudgedPosition {
  /** How the position is wrong; null if it is right, or has not been wrong for long enough. */
  wrong: WrongPosition | null;
  /**
   * The time when `wrong`, or the decision to alert users about it, may next change without a new
   * report from the pole. Infinity if never.
   */
  changesAt: number;
}

/**
 * Determines whether a pole's position is wrong. Uses only the pole's report and the rules, so that
 * it also finds autopilot's own mistakes.
 * @param reportedSince when the pole first reported its position; null if unknown
 */
export function judgePosition(
  pole: Pole,
  facts: OrdersAndDays,
  now: number,
  reportedSince: number | null,
): JudgedPosition {
  const schedules = schedulesOf(pole, facts);
  if (!schedules) return { wrong: null, changesAt: Infinity };
  const mismatch = mismatchAt(schedules, now, reportedSince);
  return {
    wrong: mismatch && wrongFor(pole, mismatch, now),
    changesAt: changeAfter(pole, schedules, mismatch, now),
  };
}

/** Same as `judgePosition`, but does not determine when the result may change. */
export function wrongPosition(
  pole: Pole,
  facts: OrdersAndDays,
  now: number,
  reportedSince: number | null,
): WrongPosition | null {
  const schedules = schedulesOf(pole, facts);
  const mismatch = schedules && mismatchAt(schedules, now, reportedSince);
  return mismatch && wrongFor(pole, mismatch, now);
}

function wrongFor(
  pole: Pole,
  { schedule, asksForHalf, since, requestedAt }: Mismatch,
  now: number,
): WrongPosition | null {
  if (now - since < WRONG_POSITION_GRACE_MS) return null;
  const { hold, lock } = pole;
  const isHeld = hold !== null && now < holdEnd(hold, schedule);
  // The flag was lowered on purpose: a user entered a reason and an end in the hold form.
  if (!asksForHalf && isHeld && hold.commandId === null) return null;
  return {
    kind: asksForHalf ? 'full-staff' : 'half-staff',
    since,
    source: mourningAt(schedule, now),
    isDeliberate: isHeld || requestedAt !== null,
    alertAt: lock || isHeld ? null : alertAt(pole, since, requestedAt, asksForHalf),
  };
}

/** Returns the next time when `judgePosition` may give a different result. */
export function wrongPositionChangesAt(
  pole: Pole,
  facts: OrdersAndDays,
  now: number,
  reportedSince: number | null,
): number {
  const schedules = schedulesOf(pole, facts);
  if (!schedules) return Infinity;
  return changeAfter(pole, schedules, mismatchAt(schedules, now, reportedSince), now);
}

function changeAfter(
  pole: Pole,
  schedules: Schedules,
  mismatch: Mismatch | null,
  now: number,
): number {
  const [own, deciding] = schedules;
  let next = edgeAfter(own, now, false);
  if (deciding !== own) next = Math.min(next, edgeAfter(deciding, now, false));
  const consider = (at: number) => {
    if (at > now && at < next) next = at;
  };
  for (const schedule of schedules) if (pole.hold) consider(holdEnd(pole.hold, schedule));
  if (mismatch) {
    const { since, requestedAt, asksForHalf } = mismatch;
    consider(since + WRONG_POSITION_GRACE_MS);
    consider(alertAt(pole, since, requestedAt, asksForHalf));
  }
  return next;
}

/**
 * The pole's own schedule (`own`), and the schedule that decides whether its position is wrong
 * (`deciding`). For a pole at half-staff, `deciding` includes orders that the pole does not follow.
 */
type Schedules = readonly [own: PoleSchedule, deciding: PoleSchedule];

/**
 * Returns the pole's schedule, and the schedule that decides whether its reported position is
 * wrong. Null if the position cannot be wrong.
 */
function schedulesOf(pole: Pole, facts: OrdersAndDays): Schedules | null {
  if (pole.reported !== 'up' && pole.reported !== 'half') return null;
  if (pole.reported === 'up' && !pole.optedIn) return null;
  const own = scheduleOf(pole, facts);
  if (pole.reported === 'up') return [own, own];
  // Half-staff on Memorial Day is correct even for a company that does not follow that day.
  return [own, scheduleOf({ ...pole, optedIn: true, follows: null }, facts)];
}

function mismatchAt(
  [own, schedule]: Schedules,
  now: number,
  reportedSince: number | null,
): Mismatch | null {
  const { request, reported } = own.pole;
  // Half-staff is correct if anything that the pole follows calls for it, regardless of other
  // orders.
  if (reported === 'half' && asksForHalfAt(own, now)) return null;
  const asksForHalf = asksForHalfAt(schedule, now);
  if (asksForHalf !== (reported === 'up')) return null;
  const begun = asksForHalf
    ? mourningSince(schedule, now)
    : (mourningEndBefore(schedule, now)?.at ?? 0);
  const isAsked = request?.byPerson === true && request.to === reported;
  const requestedAt = isAsked && request.at > begun ? request.at : null;
  const since = Math.max(begun, reportedSince ?? 0, requestedAt ?? 0);
  return { schedule, asksForHalf, since, requestedAt };
}

function asksForHalfAt(schedule: PoleSchedule, at: number): boolean {
  const source = mourningAt(schedule, at);
  return source !== null && source.kind !== 'exception';
}

/**
 * Returns when to alert users: after the grace period or, if a user lowered the flag to half-staff,
 * at the next sunrise.
 */
function alertAt(
  pole: Pole,
  since: number,
  requestedAt: number | null,
  asksForHalf: boolean,
): number {
  if (asksForHalf || requestedAt === null) return since + WRONG_POSITION_GRACE_MS;
  return almanacOf(pole.place).nextSunrise(requestedAt);
}

/**
 * Returns the time when the current half-staff period began. Orders and half-staff days without a
 * gap between them count as one period.
 */
function mourningSince(schedule: PoleSchedule, at: number): number {
  let since = at;
  for (let step = 0, edge = at + 1; step < MAX_STEPS; step++) {
    edge = edgeBefore(schedule, edge, false);
    if (edge === -Infinity) return since;
    since = edge;
    const before = mourningAt(schedule, edge - 1);
    if (before === null || before.kind === 'exception') return since;
  }
  return since;
}

/**
 * Returns the pole's next sunset, in epoch milliseconds: today's, or tomorrow's if today's has
 * passed.
 */
export function nextSunset({ place }: Pick<Pole, 'place'>, at: number): number {
  const almanac = almanacOf(place);
  const today = almanac.clock.dayAt(at);
  for (let day = today - 1; day <= today + 366; day++) {
    const { flagHours } = almanac.day(day);
    if (isWithin(flagHours, at) || flagHours.from > at) return flagHours.until;
  }
  return almanac.clock.momentOf(today + 1, 0);
}
