import { desiredStates } from './command.ts';
import type { FlagRecord } from './record.ts';
import { type SwitchField, type SwitchStates, withSwitch } from './switches.ts';
import type { FlagView } from './view.ts';

/**
 * What a master control makes of one flag (spec §4): All Up, All Down and All Half set that
 * position on and the others off; Lamp toggles each flag's own lamp, as its switch shows it.
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

/** A master switch is on when every online flag of the list has it; off where none is online. */
export function masterControlIsOn(views: readonly FlagView[], field: SwitchField): boolean {
  const online = views.filter((view) => view.isOnline);
  return (
    online.length > 0 && online.every((view) => view.switches.find((s) => s.field === field)!.state)
  );
}
