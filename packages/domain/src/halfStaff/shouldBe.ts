import { type Answer, answerAt, answerBeneath, holdEnd } from './answer.ts';
import { type Bearing, bearingOn, edgeAfter, edgeBefore } from './bearing.ts';
import type { Before, Facts, Pole } from './pole.ts';
import type { ShouldBe } from './should.ts';

/** More changes of the sun than the longest polar day or night has; beyond them nothing is in sight. */
const MAX_STEPS = 400;

/**
 * What should hold at a pole at `now` (epoch milliseconds), since when and until when by the clock
 * alone. A pure function of its arguments: evaluated anew after an outage it puts everything right.
 */
export function shouldBe(pole: Pole, facts: Facts, now: number): ShouldBe {
  const bearing = bearingOn(pole, facts);
  const answer = answerAt(bearing, now);
  const { kind } = answer.source;
  if (kind === 'lock') {
    return { ...answer, since: pole.lock?.at ?? null, until: null, nextChange: null };
  }
  if (kind === 'hold' && pole.hold) {
    const until = finite(holdEnd(pole.hold, bearing));
    return { ...answer, since: pole.hold.createdAt, until, nextChange: until };
  }
  const bySun = pole.dailyRule === 'sunrise-sunset';
  return {
    ...answer,
    since: changeBefore(bearing, now, bySun, answer),
    ...changes(bearing, now, answer),
  };
}

/** Its lamp apart, a pole that is always up does not follow the sun. */
function changes(
  bearing: Bearing,
  now: number,
  answer: Answer,
): Pick<ShouldBe, 'until' | 'nextChange'> {
  const { dailyRule } = bearing.pole;
  const isSame = sameButLamp(answer);
  const nextChange = changeAfter(bearing, now, dailyRule !== 'none', same(answer));
  if (dailyRule === 'always-up') {
    return { nextChange, until: changeAfter(bearing, now, false, isSame) };
  }
  if (nextChange === null || !isSame(answerAt(bearing, nextChange))) {
    return { nextChange, until: nextChange };
  }
  return { nextChange, until: changeAfter(bearing, nextChange, true, isSame) };
}

/** What should hold if the pole's hold were released: tells people what would follow. */
export function ifReleased(pole: Pole, facts: Facts, now: number): ShouldBe {
  return shouldBe({ ...pole, hold: null }, facts, now);
}

/** Whether the pole's hold has expired, and may be closed. */
export function holdIsOver(pole: Pole, facts: Facts, now: number): boolean {
  return pole.hold !== null && now >= holdEnd(pole.hold, bearingOn(pole, facts));
}

/**
 * What to remember of the position before an order or annual day, to go back to: taken when it begins,
 * kept until the pole says that it is there again, and forgotten where a daily rule holds or a person's switch
 * outlasts what it overruled. To be called after each evaluation, before the pole is commanded.
 */
export function remember(pole: Pole, facts: Facts, now: number): Before | null {
  if (pole.dailyRule !== 'none') return null;
  const bearing = bearingOn(pole, facts);
  const { source, position } = answerAt(bearing, now);
  const isStopped = source.kind === 'lock' || source.kind === 'hold';
  const beneath = isStopped ? answerBeneath(bearing, now).source : source;
  switch (beneath.kind) {
    case 'exception':
    case 'order':
    case 'annual-day':
      if (isStopped) return pole.before;
      return pole.before ?? { position: pole.position, sourceKey: beneath.key };
    case 'after-order':
      if (source.kind === 'hold') return null;
      if (source.kind === 'lock' || pole.isUnderWay) return pole.before;
      return pole.position === position ? null : pole.before;
    default:
      return null;
  }
}

const finite = (at: number): number | null => (Number.isFinite(at) ? at : null);

type Test = (other: Answer) => boolean;
const sameButLamp =
  (a: Answer): Test =>
  (b) =>
    a.position === b.position && a.source.key === b.source.key;
const same = (a: Answer): Test => {
  const isSame = sameButLamp(a);
  return (b) => a.lamp === b.lamp && isSame(b);
};

/** The first moment after `at` at which the answer is another; null: none in sight. */
function changeAfter(bearing: Bearing, at: number, bySun: boolean, isSame: Test): number | null {
  let edge = at;
  for (let step = 0; step < MAX_STEPS; step++) {
    edge = edgeAfter(bearing, edge, bySun);
    if (edge === Infinity) return null;
    if (!isSame(answerAt(bearing, edge))) return edge;
  }
  return null;
}

/** The last moment up to `at` from which on it has been this answer; null: too long ago. */
function changeBefore(bearing: Bearing, at: number, bySun: boolean, answer: Answer): number | null {
  const isSame = sameButLamp(answer);
  let edge = at + 1;
  for (let step = 0; step < MAX_STEPS; step++) {
    edge = edgeBefore(bearing, edge, bySun);
    if (edge === -Infinity) return null;
    if (!isSame(answerAt(bearing, edge - 1))) return edge;
  }
  return null;
}
