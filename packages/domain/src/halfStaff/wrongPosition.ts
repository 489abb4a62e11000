import { almanacOf, isWithin } from '../sun/almanac.ts';
import type { Facts, Pole } from './facts/poleFacts.ts';
import { type Bearing, bearingOn, edgeBefore } from './rules/ordersAndDaysAtPole.ts';
import { holdEnd, mourningAt, mourningEndBefore } from './rules/rulePrecedence.ts';
import type { Source } from './rules/shouldBeSchema.ts';

/**
 * How a flag's position may be wrong. `full-staff`: at full staff though half-staff is in effect that its
 * company follows. `half-staff`: at half-staff with nothing in effect, whether its company follows or not.
 */
export const WRONG_POSITION_KINDS = ['full-staff', 'half-staff'] as const;
export type WrongPositionKind = (typeof WRONG_POSITION_KINDS)[number];

/** Text in lists, alerts and mails. */
export const WRONG_POSITION_LABELS: Record<WrongPositionKind, string> = {
  'full-staff': 'At full staff though half-staff is in effect',
  'half-staff': 'At half-staff with nothing in effect',
};

/** Milliseconds that a pole may take before its position counts as wrong. */
export const WRONG_POSITION_GRACE_MS = 5 * 60_000;

/** More changes than any chain of orders without a gap has. */
const MAX_STEPS = 400;

/** A flag in the wrong position. Moments are epoch milliseconds of the domain clock. */
export interface WrongPosition {
  kind: WrongPositionKind;
  since: number;
  /** What is in effect; null where nothing is. */
  source: Source | null;
  /** Whether a person asked for this position while it was wrong already, or held it. */
  isDeliberate: boolean;
  /** From when on people should be alerted; null: never, since a person holds or works at the pole. */
  alertAt: number | null;
}

/**
 * What is wrong with a pole's position, by its report and the rules alone: what autopilot remembers or
 * does plays no part, so that its own mistakes are found too. Null: nothing, or not for long enough.
 * @param reportedSince when the pole first reported its position, as far as that is known
 */
export function wrongPosition(
  pole: Pole,
  facts: Facts,
  now: number,
  reportedSince: number | null,
): WrongPosition | null {
  if (pole.reported !== 'up' && pole.reported !== 'half') return null;
  if (pole.reported === 'up' && !pole.optedIn) return null;
  // At half-staff on Memorial Day is right for a company that does not follow it, too.
  const bearing = bearingOn(pole.optedIn ? pole : { ...pole, optedIn: true }, facts);
  const source = mourningAt(bearing, now);
  const asksForHalf = source !== null && source.kind !== 'exception';
  if (asksForHalf !== (pole.reported === 'up')) return null;
  const begun = asksForHalf
    ? mourningSince(bearing, now)
    : (mourningEndBefore(bearing, now)?.at ?? 0);
  const { request, hold, lock } = pole;
  const isAsked = request?.byPerson === true && request.to === pole.reported;
  const requestedAt = isAsked && request.at > begun ? request.at : null;
  const since = Math.max(begun, reportedSince ?? 0, requestedAt ?? 0);
  if (now - since < WRONG_POSITION_GRACE_MS) return null;
  const isHeld = hold !== null && now < holdEnd(hold, bearing);
  // Lowered on purpose: somebody said why, and until when.
  if (!asksForHalf && isHeld && hold.commandId === null) return null;
  return {
    kind: asksForHalf ? 'full-staff' : 'half-staff',
    since,
    source,
    isDeliberate: isHeld || requestedAt !== null,
    alertAt: lock || isHeld ? null : alertAt(pole, since, requestedAt, asksForHalf),
  };
}

/** A flag that a person lowered for the day is not reported before the next sunrise. */
function alertAt(
  pole: Pole,
  since: number,
  requestedAt: number | null,
  asksForHalf: boolean,
): number {
  if (asksForHalf || requestedAt === null) return since + WRONG_POSITION_GRACE_MS;
  return almanacOf(pole.place).nextSunrise(requestedAt);
}

/** Since when half-staff has been in effect without a break, by whichever orders and days. */
function mourningSince(bearing: Bearing, at: number): number {
  let since = at;
  for (let step = 0, edge = at + 1; step < MAX_STEPS; step++) {
    edge = edgeBefore(bearing, edge, false);
    if (edge === -Infinity) return since;
    since = edge;
    const before = mourningAt(bearing, edge - 1);
    if (before === null || before.kind === 'exception') return since;
  }
  return since;
}

/** The next sunset at the pole: "until sunset today", or tomorrow's once it is over. */
export function nextSunset({ place }: Pick<Pole, 'place'>, at: number): number {
  const almanac = almanacOf(place);
  const today = almanac.clock.dayAt(at);
  for (let day = today - 1; day <= today + 366; day++) {
    const { flagHours } = almanac.day(day);
    if (isWithin(flagHours, at) || flagHours.from > at) return flagHours.until;
  }
  return almanac.clock.momentOf(today + 1, 0);
}
