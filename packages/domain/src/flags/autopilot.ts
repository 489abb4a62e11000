/**
 * What autopilot does at a pole. `follows`: it follows half-staff orders. `off`: the pole's company
 * does not follow orders. `held`: a user's hold overrides autopilot.
 */
export const AUTOPILOT_STATES = ['follows', 'off', 'held'] as const;
export type AutopilotState = (typeof AUTOPILOT_STATES)[number];
