import { desiredStates } from './command.ts';
import { type SwitchField, type SwitchStates, withSwitch } from './live/switches.ts';
import { isLocked } from './lock.ts';
import type { FlagRecord } from './record.ts';
import type { FlagView } from './view.ts';

/**
 * Returns one flag's switches after a master control is used (spec §4). All Up, All Down and All
 * Half turn on one position switch and turn off the other two. The Lamp control inverts the lamp
 * state that users see for the flag.
 */
export function masterControlStates(
  record: FlagRecord,
  view: FlagView,
  field: SwitchField,
): SwitchStates {
  const states = desiredStates(record);
  if (field !== 'lamp') return withSwitch(states, field, true);
  const shown = view.switches.find((s) => s.field === 'lamp')!.state;
  return { ...states, lamp: !shown };
}

/** Whether a master control moves this flag. Offline and locked flags are left out. */
export function followsMasterControl(view: Pick<FlagView, 'isOnline' | 'lock'>): boolean {
  return view.isOnline && !isLocked(view);
}

/**
 * Whether a master switch is shown as on. True if it controls at least one flag in the list, and
 * this switch is on for all the flags that it controls.
 */
export function masterControlIsOn(views: readonly FlagView[], field: SwitchField): boolean {
  const moved = views.filter(followsMasterControl);
  return (
    moved.length > 0 && moved.every((view) => view.switches.find((s) => s.field === field)!.state)
  );
}
