/** The master controls: a position for all flags, or the lamps. `toggle-lamps` inverts each one. */
export const MOVE_CONTROLS = [
  'up',
  'down',
  'half',
  'toggle-lamps',
  'lamps-on',
  'lamps-off',
] as const;
export type MoveControl = (typeof MOVE_CONTROLS)[number];

/** The maximum number of flags in one mass move. */
export const MOVE_MAX_FLAGS = 20_000;
/** Milliseconds after a mass move in which it can be undone. */
export const UNDO_MS = 15 * 60_000;
