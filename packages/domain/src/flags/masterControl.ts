import { desiredStates } from './command.ts';
import { type SwitchField, type SwitchStates, withSwitch } from './live/switches.ts';
import { isLocked } from './lock.ts';
import type { FlagRecord } from './record.ts';
import type { FlagView } from './view.ts';

/**
 * The switches of one flag after a master control (spec §4): All Up, All Down and All Half turn
 * that position on and the others off; Lamp toggles the flag's lamp, starting from the state that
 * its switch shows.
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

/** Whether a master control moves this flag: offline and locked ones are left out. */
export function followsMasterControl(view: FlagView): boolean {
  return view.isOnline && !isLocked(view);
}

/** Whether a master switch is on: it moves at least one flag of the list, and all have it on. */
export function masterControlIsOn(views: readonly FlagView[], field: SwitchField): boolean {
  const moved = views.filter(followsMasterControl);
  return (
    moved.length > 0 && moved.every((view) => view.switches.find((s) => s.field === field)!.state)
  );
}
