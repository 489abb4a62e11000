import { answerAt } from './answer.ts';
import { bearingOn, edgeAfter } from './bearing.ts';
import type { Facts, Pole } from './pole.ts';
import type { Stretch } from './should.ts';
import { holdIsOver } from './shouldBe.ts';

/**
 * What should be in effect at a pole from one moment to another (epoch milliseconds), change by change,
 * by the clock: as if the pole followed at once and nobody intervened. After half-staff it stays up for
 * that reason until something else is in effect. An order that begins or ends beside the one that names
 * the source is no change: `source.keys` are those at the beginning of a stretch.
 */
export function timeline(pole: Pole, facts: Facts, from: number, to: number): Stretch[] {
  const stretches: Stretch[] = [];
  let current = pole;
  for (let at = from; at < to; ) {
    const bearing = bearingOn(current, facts);
    const { position, lamp, source } = answerAt(bearing, at);
    const last = stretches.at(-1);
    const isSame =
      last?.position === position && last.lamp === lamp && last.source.key === source.key;
    const isRaised = last?.source.kind === 'after-order' && source.kind === 'none';
    if (!isSame && !isRaised) stretches.push({ at, position, lamp, source });
    const hold = holdIsOver(current, facts, at) ? null : current.hold;
    current = { ...current, hold };
    if (position !== null) current = { ...current, position, reported: position };
    at = edgeAfter(bearing, at, pole.dailyRule !== 'none');
  }
  return stretches;
}
