import type { Span } from '../../sun/almanac.ts';
import type { OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import { edgeAfter, edgeBefore, type PoleSchedule, scheduleOf } from './ordersAndDaysAtPole.ts';
import { type Answer, answerAt, holdEnd, mourningAt, mourningEndBefore } from './rulePrecedence.ts';
import type { ShouldBe, Source } from './shouldBeSchema.ts';

/**
 * Maximum number of steps in the search for the next change of a pole's planned position. The
 * longest polar day or night needs fewer steps.
 */
const MAX_STEPS = 400;

/**
 * Returns what should be in effect at a pole at `now` (epoch milliseconds), when it began and when
 * it ends. The result depends only on the arguments, so after an outage it is enough to call this
 * again.
 */
export function shouldBe(pole: Pole, facts: OrdersAndDays, now: number): ShouldBe {
  const schedule = scheduleOf(pole, facts);
  const answer = answerAt(schedule, now);
  const { kind } = answer.source;
  if (kind === 'lock') {
    return { ...answer, since: pole.lock?.at ?? null, until: null, nextChange: null };
  }
  if (kind === 'hold' && pole.hold) {
    const until = finite(holdEnd(pole.hold, schedule));
    return { ...answer, since: pole.hold.createdAt, until, nextChange: until };
  }
  const bySun = pole.dailyRule === 'sunrise-sunset';
  return {
    ...answer,
    since: changeBefore(schedule, now, bySun, answer),
    ...changes(schedule, now, answer),
  };
}

/**
 * Returns the time when the pole's planned position, its lamp or the reason for them next changes.
 */
function changes(
  schedule: PoleSchedule,
  now: number,
  answer: Answer,
): Pick<ShouldBe, 'until' | 'nextChange'> {
  const { dailyRule } = schedule.pole;
  const isSame = sameButLamp(answer);
  const nextChange = changeAfter(schedule, now, dailyRule !== 'none', same(answer));
  if (dailyRule === 'always-up') {
    return { nextChange, until: changeAfter(schedule, now, false, isSame) };
  }
  if (nextChange === null || !isSame(answerAt(schedule, nextChange))) {
    return { nextChange, until: nextChange };
  }
  return { nextChange, until: changeAfter(schedule, nextChange, true, isSame) };
}

/** Returns what would be in effect if the pole's hold were released. */
export function ifReleased(pole: Pole, facts: OrdersAndDays, now: number): ShouldBe {
  return shouldBe({ ...pole, hold: null }, facts, now);
}

/** Whether the pole's hold has expired and may be closed. */
export const holdIsOver = (pole: Pole, facts: OrdersAndDays, now: number): boolean =>
  now >= holdEndsAt(pole, facts);

/**
 * Returns the time when the pole's hold ends, in epoch milliseconds. Infinity if the time is not
 * known or there is no hold; -Infinity if the order or half-staff day that it overrides no longer
 * applies to the pole.
 */
export function holdEndsAt(pole: Pole, facts: OrdersAndDays): number {
  return pole.hold ? holdEnd(pole.hold, scheduleOf(pole, facts)) : Infinity;
}

/**
 * Returns the order, exception or annual half-staff day in effect at the pole, even if the pole is
 * held or locked; null if there is none.
 */
export function mourningNow(pole: Pole, facts: OrdersAndDays, now: number): Source | null {
  return mourningAt(scheduleOf(pole, facts), now);
}

/**
 * Returns the periods when an order is or was in effect at the pole; several if the order was
 * amended.
 */
export function orderWindowsAt(pole: Pole, facts: OrdersAndDays, orderId: string): Span[] {
  return scheduleOf(pole, facts)
    .orders.filter(({ order }) => order.id === orderId)
    .map(({ window }) => window);
}

/**
 * Returns the time when half-staff last ended at the pole, in epoch milliseconds; null if never.
 */
export function lastMourningEnd(pole: Pole, facts: OrdersAndDays, now: number): number | null {
  return mourningEndBefore(scheduleOf(pole, facts), now)?.at ?? null;
}

export { isLeftAtHalf } from './rulePrecedence.ts';

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

/**
 * Returns the first time after `at` when `isSame` returns false for the pole's planned position,
 * lamp or reason; null if no such time is found.
 */
function changeAfter(
  schedule: PoleSchedule,
  at: number,
  bySun: boolean,
  isSame: Test,
): number | null {
  let edge = at;
  for (let step = 0; step < MAX_STEPS; step++) {
    edge = edgeAfter(schedule, edge, bySun);
    if (edge === Infinity) return null;
    if (!isSame(answerAt(schedule, edge))) return edge;
  }
  return null;
}

/**
 * Returns when the pole's planned position at `at`, or the reason for it, last changed; null if
 * that was too long ago to find.
 */
function changeBefore(
  schedule: PoleSchedule,
  at: number,
  bySun: boolean,
  answer: Answer,
): number | null {
  const isSame = sameButLamp(answer);
  let edge = at + 1;
  for (let step = 0; step < MAX_STEPS; step++) {
    edge = edgeBefore(schedule, edge, bySun);
    if (edge === -Infinity) return null;
    if (!isSame(answerAt(schedule, edge - 1))) return edge;
  }
  return null;
}
