import { type Answer, answerAt } from './answer.ts';
import { type Bearing, bearingOn, edgeAfter } from './bearing.ts';
import type { Facts, Pole } from './pole.ts';
import type { Stretch } from './should.ts';
import { holdIsOver } from './shouldBe.ts';

/** What is in effect at a pole from a moment on. */
export interface Step {
  /** Epoch milliseconds. */
  at: number;
  /** The pole as the steps before have left it. */
  pole: Pole;
  bearing: Bearing;
  answer: Answer;
}

/**
 * Walks a pole from one moment to another (epoch milliseconds; `to` may be Infinity) along everything
 * that the clock may change, as if it followed at once and nobody intervened. With a daily rule there
 * is no last step: stop, or give an end.
 */
export function* steps(pole: Pole, facts: Facts, from: number, to: number): Generator<Step> {
  let current = pole;
  for (let at = from; at < to; ) {
    const bearing = bearingOn(current, facts);
    const answer = answerAt(bearing, at);
    yield { at, pole: current, bearing, answer };
    const { position } = answer;
    if (current.hold && holdIsOver(current, facts, at)) current = { ...current, hold: null };
    if (position !== null) current = { ...current, position, reported: position };
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
