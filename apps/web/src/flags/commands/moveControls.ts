import type { MoveControl, SwitchField } from '@halyard/domain';

/** The master controls' names; the domain's labels belong to single flags. */
export const MASTER_LABELS: Record<SwitchField, string> = {
  flagUp: 'All Up',
  flagDown: 'All Down',
  flagHalf: 'All Half',
  lamp: 'Lamp',
};

/** What a mass move is called. */
export const MOVE_LABELS: Record<MoveControl, string> = {
  up: MASTER_LABELS.flagUp,
  down: MASTER_LABELS.flagDown,
  half: MASTER_LABELS.flagHalf,
  'toggle-lamps': MASTER_LABELS.lamp,
  'lamps-on': 'All lamps on',
  'lamps-off': 'All lamps off',
};

/** What a move of selected flags is called. */
export const SELECTED_LABELS: Record<MoveControl, string> = {
  up: 'Up',
  down: 'Down',
  half: 'Half',
  'toggle-lamps': 'Lamp',
  'lamps-on': 'Lamp on',
  'lamps-off': 'Lamp off',
};

/** What a mass move sets: a position, or the lamp. */
export const FIELD_OF: Record<MoveControl, SwitchField> = {
  up: 'flagUp',
  down: 'flagDown',
  half: 'flagHalf',
  'toggle-lamps': 'lamp',
  'lamps-on': 'lamp',
  'lamps-off': 'lamp',
};

/** What a master switch does by itself. */
export const CONTROL_OF: Record<SwitchField, MoveControl> = {
  flagUp: 'up',
  flagDown: 'down',
  flagHalf: 'half',
  lamp: 'toggle-lamps',
};
