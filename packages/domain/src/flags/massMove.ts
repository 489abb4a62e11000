/**
 * The master controls. Each moves flags to a position or switches their lamps; `toggle-lamps`
 * inverts each lamp.
 */
export const MOVE_CONTROLS = [
  'up',
  'down',
  'half',
  'toggle-lamps',
  'lamps-on',
  'lamps-off',
] as const;
export type MoveControl = (typeof MOVE_CONTROLS)[number];

/** Maximum number of flags in one mass move. */
export const MOVE_MAX_FLAGS = 20_000;
/**
 * Maximum number of flags in the plan of one mass move, including the flags that the move leaves
 * out.
 */
export const PLAN_MAX_FLAGS = 250_000;
/**
 * Maximum number of flags that the plan of a mass move lists. A larger plan states only how many
 * flags there are.
 */
export const PLAN_LISTED_FLAGS = 200;
/** Maximum time in ms from creating the plan of a mass move to confirming it. */
export const PLAN_MS = 5 * 60_000;
/** How long after a mass move it can be undone, in milliseconds. */
export const UNDO_MS = 15 * 60_000;
