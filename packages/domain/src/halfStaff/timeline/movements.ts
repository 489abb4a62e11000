import type { Position } from '../../flags/live/position.ts';
import type { Facts, Pole } from '../facts/poleFacts.ts';
import { answerBeneath } from '../rules/rulePrecedence.ts';
import type { Source } from '../rules/shouldBeSchema.ts';
import { isAt, type Step, steps } from './timeline.ts';

/** One movement that autopilot would make. */
export interface Movement {
  /** Time in epoch milliseconds. */
  at: number;
  position: Position;
  source: Source;
  /** Whether a hold was open when the source took effect. The pole follows only after the hold. */
  isAfterHold: boolean;
}

/** A step of a pole and the movement at its beginning; null if there is none. */
export interface MovingStep extends Step {
  movement: Movement | null;
}

/** Yields the steps of a pole (`steps`) with the movements that autopilot would make. */
export function* movingSteps(
  pole: Pole,
  facts: Facts,
  from: number,
  to: number,
): Generator<MovingStep> {
  const held = new Set<string>();
  for (const step of steps(pole, facts, from, to)) {
    const { at, bearing, answer } = step;
    const { position, source } = answer;
    if (source.kind === 'hold') held.add(answerBeneath(bearing, at).source.key);
    const moves = position !== null && !isAt(step.pole, position);
    const movement = moves ? { at, position, source, isAfterHold: held.has(source.key) } : null;
    yield { ...step, movement };
  }
}

/** The movements of a pole from `from` to `to` if nobody intervenes. */
export function movementsOf(pole: Pole, facts: Facts, from: number, to: number): Movement[] {
  const movements: Movement[] = [];
  for (const { movement } of movingSteps(pole, facts, from, to))
    if (movement) movements.push(movement);
  return movements;
}

/**
 * Creates a key that is equal for poles that behave the same in every simulation. What a pole
 * follows is the same for all poles of a location that fly the same flag.
 * @returns a key for a `Map`
 */
export function likenessOf(pole: Pole): string {
  const { companyId, locationId, position, reported, lock, hold, concernedSince, releasedAt } =
    pole;
  // The latest request only matters for a pole at half-staff.
  const isUp = position === 'up' && reported === 'up';
  const request = isUp || position === 'down' ? null : pole.request;
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
