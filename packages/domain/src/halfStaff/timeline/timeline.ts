import type { Position } from '../../flags/live/position.ts';
import type { Facts, Pole } from '../facts/poleFacts.ts';
import { type Bearing, bearingOn, edgeAfter } from '../rules/ordersAndDaysAtPole.ts';
import { type Answer, answerAt, holdEnd } from '../rules/rulePrecedence.ts';
import type { Stretch } from '../rules/shouldBeSchema.ts';

/** What is in effect at a pole from a moment on. */
export interface Step {
  /** Epoch milliseconds. */
  at: number;
  /** The pole as the steps before have left it. */
  pole: Pole;
  bearing: Bearing;
  answer: Answer;
}

/** Whether the pole has reported the position and is not on its way elsewhere. */
export const isAt = (
  { reported, position }: Pick<Pole, 'reported' | 'position'>,
  at: Position,
): boolean => reported === at && position === at;

/**
 * Walks a pole from one moment to another (epoch milliseconds; `to` may be Infinity) along everything
 * that the clock may change, as if it followed at once and nobody intervened. With a daily rule there
 * is no last step: stop, or give an end.
 */
export function* steps(pole: Pole, facts: Facts, from: number, to: number): Generator<Step> {
  const first = bearingOn(pole, facts);
  let current = pole;
  for (let at = from; at < to; ) {
    // What concerns a pole does not depend on where it is, or on its hold.
    const bearing = { ...first, pole: current };
    const answer = answerAt(bearing, at);
    yield { at, pole: current, bearing, answer };
    const { position } = answer;
    if (current.hold && at >= holdEnd(current.hold, bearing)) current = { ...current, hold: null };
    if (position !== null && !isAt(current, position))
      current = { ...current, position, reported: position };
    at = edgeAfter(bearing, at, pole.dailyRule !== 'none');
  }
}

/**
 * What should be in effect at a pole from one moment to another (epoch milliseconds), change by change,
 * by the clock: as if the pole followed at once and nobody intervened. After half-staff it stays up for
 * that reason until something else is in effect. An order that begins or ends beside the one that names
 * the source is no change: `source.keys` are those at the beginning of a stretch.
 */
export function timeline(pole: Pole, facts: Facts, from: number, to: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { at, answer } of steps(pole, facts, from, to)) {
    const { position, lamp, source } = answer;
    const last = stretches.at(-1);
    const isSame =
      last?.position === position && last.lamp === lamp && last.source.key === source.key;
    const isRaised = last?.source.kind === 'after-order' && source.kind === 'none';
    if (!isSame && !isRaised) stretches.push({ at, position, lamp, source });
  }
  return stretches;
}
