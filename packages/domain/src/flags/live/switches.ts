import { t } from '@halyard/messages';

/** A flag's four switches, by their field names in the realtime record (spec §3). */
export type SwitchField = 'flagUp' | 'flagDown' | 'flagHalf' | 'lamp';
/** The switch IDs of the API (spec §3). */
export type SwitchId = 'sw1' | 'sw2' | 'sw3' | 'sw4';
export type SwitchStates = Record<SwitchField, boolean>;

export interface SwitchDefinition {
  id: SwitchId;
  field: SwitchField;
  /**
   * The switch's label. On the server it is always English, because it is a field of the API (spec
   * §3).
   */
  label: string;
  /**
   * Whether the switch is for a position (up, half or down) and not for the lamp. Only one position
   * switch can be on; the lamp is independent (spec §4).
   */
  position: boolean;
}

export const SWITCHES = [
  { id: 'sw1', field: 'flagUp', label: t`Flag Up`, position: true },
  { id: 'sw2', field: 'flagDown', label: t`Flag Down`, position: true },
  { id: 'sw3', field: 'flagHalf', label: t`Flag Half`, position: true },
  { id: 'sw4', field: 'lamp', label: t`Lamp`, position: false },
] as const satisfies readonly SwitchDefinition[];

export const SWITCH_FIELDS: readonly SwitchField[] = SWITCHES.map((s) => s.field);
export const POSITION_FIELDS: readonly SwitchField[] = SWITCHES.filter((s) => s.position).map(
  (s) => s.field,
);
export const ALL_OFF: Readonly<SwitchStates> = {
  flagUp: false,
  flagDown: false,
  flagHalf: false,
  lamp: false,
};

export function switchById(id: SwitchId): SwitchDefinition {
  return SWITCHES.find((s) => s.id === id)!;
}

/**
 * Returns the switch states after one switch is set. Turning on a position switch turns off the
 * other two. Turning off a position switch changes nothing else. The lamp is independent (spec §4).
 */
export function withSwitch(states: SwitchStates, field: SwitchField, on: boolean): SwitchStates {
  const next = { ...states, [field]: on };
  if (on && POSITION_FIELDS.includes(field)) {
    for (const other of POSITION_FIELDS) if (other !== field) next[other] = false;
  }
  return next;
}

/**
 * Returns the switch states after several switches are set at once. At most one of the position
 * switches may be turned on.
 */
export function withSwitches(states: SwitchStates, given: Partial<SwitchStates>): SwitchStates {
  const next = { ...states, ...given };
  const on = POSITION_FIELDS.find((field) => given[field]);
  return on === undefined ? next : withSwitch(next, on, true);
}

/** Whether at most one of Up, Down and Half is on. If all three are off, the pole stops. */
export function positionsAreExclusive(states: Partial<SwitchStates>): boolean {
  return POSITION_FIELDS.filter((field) => states[field] === true).length <= 1;
}
