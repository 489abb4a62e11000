import type { MoveControl, SwitchField } from '@halyard/domain';
import { t } from '@lingui/core/macro';

/** The labels of the master controls. */
export const MASTER_LABELS: Record<SwitchField, string> = {
  flagUp: t`All Up`,
  flagDown: t`All Down`,
  flagHalf: t`All Half`,
  lamp: t`Lamp`,
};

/**
 * The label of each kind of mass move, for its result and for the buttons that move selected flags.
 */
export const MOVE_LABELS: Record<MoveControl, string> = {
  up: t({ message: 'Up', context: 'position' }),
  down: t({ message: 'Down', context: 'position' }),
  half: t({ message: 'Half', context: 'position' }),
  'toggle-lamps': MASTER_LABELS.lamp,
  'lamps-on': t`Lamp on`,
  'lamps-off': t`Lamp off`,
};

/** The label of each kind of mass move, for the confirmation before all flags are moved. */
export const ALL_LABELS: Record<MoveControl, string> = {
  up: MASTER_LABELS.flagUp,
  down: MASTER_LABELS.flagDown,
  half: MASTER_LABELS.flagHalf,
  'toggle-lamps': MASTER_LABELS.lamp,
  'lamps-on': t`All lamps on`,
  'lamps-off': t`All lamps off`,
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

/** For each switch in the master controls, the mass move that it starts. */
export const CONTROL_OF: Record<SwitchField, MoveControl> = {
  flagUp: 'up',
  flagDown: 'down',
  flagHalf: 'half',
  lamp: 'toggle-lamps',
};
