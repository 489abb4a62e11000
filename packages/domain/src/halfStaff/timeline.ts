import { answerAt } from './answer.ts';
import { bearingOn, edgeAfter } from './bearing.ts';
import type { Facts, Pole } from './pole.ts';
import type { Stretch } from './should.ts';
import { holdIsOver, remember } from './shouldBe.ts';

/**
 * What should hold at a pole from one moment to another (epoch milliseconds), change by change, by the
 * clock alone: it is taken to follow at once, and nobody to intervene. Back in its position before an
 * order, it stays there for that reason until something else holds. What begins or ends beside the
 * source that speaks is no change: `source.keys` are those of a stretch's begin.
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
    if (!isSame) stretches.push({ at, position, lamp, source });
    const next = edgeAfter(bearing, at, pole.dailyRule !== 'none');
    const before = source.kind === 'after-order' ? current.before : remember(current, facts, at);
    const hold = holdIsOver(current, facts, at) ? null : current.hold;
    current = { ...current, before, hold, position: position ?? current.position };
    at = next;
  }
  return stretches;
}
