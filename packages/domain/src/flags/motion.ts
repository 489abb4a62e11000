import type { Position } from './live/position.ts';
import { POSITION_FIELDS, type SwitchField } from './live/switches.ts';
import type { FlagRecord } from './record.ts';

/** The switch that requests each position. */
export const POSITION_SWITCHES: Readonly<Record<Position, SwitchField>> = {
  up: 'flagUp',
  half: 'flagHalf',
  down: 'flagDown',
};

/** The position that the pole reports; null if it reports no position or more than one. */
export function reportedPosition({ reported }: Pick<FlagRecord, 'reported'>): Position | null {
  const on = POSITION_FIELDS.filter((field) => reported[field] === true);
  if (on.length !== 1) return null;
  const positions: Position[] = ['up', 'half', 'down'];
  return positions.find((position) => POSITION_SWITCHES[position] === on[0]) ?? null;
}

/**
 * Returns the next movement toward a final position, for a pole that the server moves in steps. A
 * flag always passes the peak on its way down from half-staff, and on its way to half-staff (4
 * U.S.C. 7(m)).
 */
export function nextStep(reported: Position | null, goal: Position): Position {
  if (goal === 'half' && reported !== 'up' && reported !== 'half') return 'up';
  if (goal === 'down' && reported === 'half') return 'up';
  return goal;
}
