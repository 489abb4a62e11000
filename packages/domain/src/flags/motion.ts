import type { Position } from './live/position.ts';
import { POSITION_FIELDS, type SwitchField } from './live/switches.ts';
import type { FlagRecord } from './record.ts';

/** The switch that stands for a position. */
export const POSITION_SWITCHES: Readonly<Record<Position, SwitchField>> = {
  up: 'flagUp',
  half: 'flagHalf',
  down: 'flagDown',
};

/** Where the pole says that it is; null where it says none or several at once. */
export function reportedPosition({ reported }: Pick<FlagRecord, 'reported'>): Position | null {
  const on = POSITION_FIELDS.filter((field) => reported[field] === true);
  if (on.length !== 1) return null;
  const positions: Position[] = ['up', 'half', 'down'];
  return positions.find((position) => POSITION_SWITCHES[position] === on[0]) ?? null;
}

/**
 * The next movement towards a goal, for a pole that is stepped by the server (4 U.S.C. 7(m)): to
 * half-staff by way of the peak, unless it is known to be there already; down from half-staff
 * likewise. The step after it waits for the pole's word.
 */
export function nextStep(reported: Position | null, goal: Position): Position {
  if (goal === 'half' && reported !== 'up' && reported !== 'half') return 'up';
  if (goal === 'down' && reported === 'half') return 'up';
  return goal;
}
