import {
  type ActivityDetail,
  POSITION_FIELDS,
  POSITION_SWITCHES,
  POSITIONS,
  type SwitchStates,
} from '@halyard/domain';

/**
 * Returns the position and lamp state that a refused command requested, in the format of the
 * activity log.
 * @param states the switches in the request
 */
export function askedFor(states: Partial<SwitchStates>): ActivityDetail {
  const { lamp } = states;
  const position = POSITIONS.find((one) => states[POSITION_SWITCHES[one]] === true) ?? null;
  const moves = POSITION_FIELDS.some((field) => states[field] !== undefined);
  return { ...(moves && { position }), ...(lamp !== undefined && { lamp }) };
}
