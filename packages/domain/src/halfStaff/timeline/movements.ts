import type { Position } from '../../flags/live/position.ts';
import type { OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import { answerBeneath } from '../rules/rulePrecedence.ts';
import type { Source } from '../rules/shouldBeSchema.ts';
import { isAt, type Step, steps } from './timeline.ts';

/** One movement that autopilot would make. */
export interface Movement {
  /** The time when the pole would move, in epoch milliseconds. */
  at: number;
  position: Position;
  source: Source;
  /**
   * Whether the pole was on hold when the order, day or rule took effect. If so, the pole moves
   * only after the hold ends.
   */
  isAfterHold: boolean;
}

/**
 * One step of a pole's simulation. `movement` is the movement that autopilot starts at the
 * beginning of the step; null if it starts none.
 */
export interface MovingStep extends Step {
  movement: Movement | null;
}

/**
 * Yields the steps of a pole's simulation together with the movements that autopilot would make.
 */
export function* movingSteps(
  pole: Pole,
  facts: OrdersAndDays,
  from: number,
  to: number,
): Generator<MovingStep> {
  const held = new Set<string>();
  for (const step of steps(pole, facts, from, to)) {
    const { at, schedule, answer } = step;
    const { position, source } = answer;
    if (source.kind === 'hold') held.add(answerBeneath(schedule, at).source.key);
    const moves = position !== null && !isAt(step.pole, position);
    const movement = moves ? { at, position, source, isAfterHold: held.has(source.key) } : null;
    yield { ...step, movement };
  }
}

/** Returns the movements of a pole from `from` to `to` if no one intervenes. */
export function movementsOf(
  pole: Pole,
  facts: OrdersAndDays,
  from: number,
  to: number,
): Movement[] {
  const movements: Movement[] = [];
  for (const { movement } of movingSteps(pole, facts, from, to))
    if (movement) movements.push(movement);
  return movements;
}

/**
 * Returns a key that is the same for poles that behave identically in every simulation. The key
 * does not depend on which orders and days a pole follows, because that is the same for all poles
 * at a location with the same type of flag.
 */
export function likenessOf(pole: Pole): string {
  const { companyId, locationId, position, reported, lock, hold, concernedSince, releasedAt } =
    pole;
  // The latest request matters only for a pole at half-staff.
  const isUp = position === 'up' && reported === 'up';
  const request = isUp || position === 'down' ? null : likenessOfRequest(pole.request);
  const isLocked = lock !== null;
  const heldUntil = hold?.expires ?? null;
  return JSON.stringify([
    companyId,
    locationId,
    pole.state,
    pole.dailyRule,
    pole.optedIn,
    pole.flies,
    pole.place,
    position,
    reported,
    concernedSince,
    releasedAt,
    request,
    isLocked,
    heldUntil,
  ]);
}

/**
 * Returns the part of a position request that affects simulations. For a request by autopilot, this
 * is only whether the pole has confirmed the position.
 */
const likenessOfRequest = (request: Pole['request']) =>
  request && (request.byPerson ? request : { isConfirmed: request.isConfirmed });
