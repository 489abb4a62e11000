/** The on/off filters of a list of flags. */
export const FLAG_FILTERS = ['online', 'offline', 'alert', 'not-confirmed', 'locked'] as const;
export type FlagFilter = (typeof FLAG_FILTERS)[number];

/**
 * The positions to filter by. `unknown` includes poles that are moving, because moving poles report
 * no position.
 */
export const POSITION_FILTERS = ['up', 'half', 'down', 'unknown'] as const;
export type PositionFilter = (typeof POSITION_FILTERS)[number];
