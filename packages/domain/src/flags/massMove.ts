/** What one press moves: a position for all, or the lamps. `toggle-lamps` turns each lamp the other way. */
export const MOVE_CONTROLS = [
  'up',
  'down',
  'half',
  'toggle-lamps',
  'lamps-on',
  'lamps-off',
] as const;
export type MoveControl = (typeof MOVE_CONTROLS)[number];

/** Most flags of one mass move. */
export const MOVE_MAX_FLAGS = 20_000;
/** Milliseconds after a mass move in which it can be undone. */
export const UNDO_MS = 15 * 60_000;
