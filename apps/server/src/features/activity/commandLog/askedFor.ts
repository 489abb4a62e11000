import {
  type ActivityDetail,
  POSITION_FIELDS,
  POSITION_SWITCHES,
  POSITIONS,
  type SwitchStates,
} from '@halyard/domain';

/**
 * Returns the change that was requested by a command that was not carried out, in the form that the
 * activity log uses.
 */
export function askedFor(states: Partial<SwitchStates>): ActivityDetail {
  const { lamp } = states;
  const position = POSITIONS.find((one) => states[POSITION_SWITCHES[one]] === true) ?? null;
  const moves = POSITION_FIELDS.some((field) => states[field] !== undefined);
  return { ...(moves && { position }), ...(lamp !== undefined && { lamp }) };
}
