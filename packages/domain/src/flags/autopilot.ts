/**
 * What autopilot does at a pole. `follows`: the pole's company follows half-staff orders. `off`:
 * the company does not. `held`: a user's hold overrides autopilot.
 */
export const AUTOPILOT_STATES = ['follows', 'off', 'held'] as const;
export type AutopilotState = (typeof AUTOPILOT_STATES)[number];
