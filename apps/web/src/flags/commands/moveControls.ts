import type { MoveControl, SwitchField } from '@halyard/domain';

/** The names of the master controls. The domain's labels are for single flags. */
export const MASTER_LABELS: Record<SwitchField, string> = {
  flagUp: 'All Up',
  flagDown: 'All Down',
  flagHalf: 'All Half',
  lamp: 'Lamp',
};

/** The name of each mass move. */
export const MOVE_LABELS: Record<MoveControl, string> = {
  up: MASTER_LABELS.flagUp,
  down: MASTER_LABELS.flagDown,
  half: MASTER_LABELS.flagHalf,
  'toggle-lamps': MASTER_LABELS.lamp,
  'lamps-on': 'All lamps on',
  'lamps-off': 'All lamps off',
};

/** The name of each move of selected flags. */
export const SELECTED_LABELS: Record<MoveControl, string> = {
  up: 'Up',
  down: 'Down',
  half: 'Half',
  'toggle-lamps': 'Lamp',
  'lamps-on': 'Lamp on',
  'lamps-off': 'Lamp off',
};

/** The switch that a mass move sets: a position, or the lamp. */
export const FIELD_OF: Record<MoveControl, SwitchField> = {
  up: 'flagUp',
  down: 'flagDown',
  half: 'flagHalf',
  'toggle-lamps': 'lamp',
  'lamps-on': 'lamp',
  'lamps-off': 'lamp',
};

/** The move that each master switch makes. */
export const CONTROL_OF: Record<SwitchField, MoveControl> = {
  flagUp: 'up',
  flagDown: 'down',
  flagHalf: 'half',
  lamp: 'toggle-lamps',
};
