import type { Position } from '../../flags/live/position.ts';
import type { OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import { edgeAfter, type PoleSchedule, scheduleOf } from '../rules/ordersAndDaysAtPole.ts';
import { type Answer, answerAt, holdEnd } from '../rules/rulePrecedence.ts';
import type { TimelineSection } from '../rules/shouldBeSchema.ts';

/** One step of a pole's simulation: the position planned from the time `at` until the next step. */
export interface Step {
  /** The time when the simulation step begins, in epoch milliseconds. */
  at: number;
  /** The pole's simulated state after all previous steps. */
  pole: Pole;
  schedule: PoleSchedule;
  answer: Answer;
}

/** Whether the pole has reported the planned position and is not moving to another one. */
export const isAt = (
  { reported, position }: Pick<Pole, 'reported' | 'position'>,
  at: Position,
): boolean => reported === at && position === at;

/**
 * Simulates a pole that always responds immediately. Yields a step for each time when something may
 * change. If the pole has a daily rule, the steps continue until `to`.
 * @param from epoch milliseconds
 * @param to epoch milliseconds; may be Infinity
 */
export function* steps(
  pole: Pole,
  facts: OrdersAndDays,
  from: number,
  to: number,
): Generator<Step> {
  const first = scheduleOf(pole, facts);
  let current = pole;
  for (let at = from; at < to; ) {
    // Which orders and half-staff days apply to a pole does not depend on its position or hold.
    const schedule = { ...first, pole: current };
    const answer = answerAt(schedule, at);
    yield { at, pole: current, schedule, answer };
    const { position } = answer;
    if (current.hold && at >= holdEnd(current.hold, schedule)) current = { ...current, hold: null };
    if (position !== null && !isAt(current, position))
      current = { ...current, position, reported: position };
    at = edgeAfter(schedule, at, pole.dailyRule !== 'none');
  }
}

/**
 * Returns the positions planned for a pole from `from` to `to` (epoch milliseconds), assuming that
 * it always responds immediately. Each change of position or cause begins a new section.
 */
export function timeline(
  pole: Pole,
  facts: OrdersAndDays,
  from: number,
  to: number,
): TimelineSection[] {
  const sections: TimelineSection[] = [];
  for (const { at, answer } of steps(pole, facts, from, to)) {
    const { position, lamp, source } = answer;
    const last = sections.at(-1);
    const isSame =
      last?.position === position && last.lamp === lamp && last.source.key === source.key;
    const isRaised = last?.source.kind === 'after-order' && source.kind === 'none';
    if (!isSame && !isRaised) sections.push({ at, position, lamp, source });
  }
  return sections;
}
