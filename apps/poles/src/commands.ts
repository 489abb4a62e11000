import { POSITION_FIELDS, readRecord, SWITCH_FIELDS, type SwitchField } from '@halyard/domain';
import type { StreamEvent } from './protocol/events.ts';

/** The states of the position and lamp switches in one stream event. */
export type Switches = Partial<Record<SwitchField, boolean>>;

/** The desired and reported switches in one stream event about a pole's data. */
export interface Commands {
  /**
   * Whether the event contains all of the pole's data. If so, a switch that is missing from the
   * event is not in the database either.
   */
  whole: boolean;
  desired: Switches;
  /**
   * The switches as the pole last reported them. Empty if the event contains only part of the
   * pole's data.
   */
  reported: Switches;
}

const isSwitch = (key: string): key is SwitchField =>
  (SWITCH_FIELDS as readonly string[]).includes(key);

/**
 * Reads the desired switches from a stream event (protocol §16). Null if the event contains no
 * desired switches, for example because it only repeats the pole's own report.
 */
export function readCommands(event: StreamEvent): Commands | null {
  if (event.type !== 'put' && event.type !== 'patch') return null;
  const path = event.path.replace(/^\/+|\/+$/g, '');
  if (path === '' && event.type === 'put') {
    const { desired, reported } = readRecord(event.data);
    return { whole: true, desired, reported };
  }
  const named: unknown = path === '' ? event.data : { [path]: event.data };
  if (typeof named !== 'object' || named === null) return null;
  const desired: Switches = {};
  for (const [key, value] of Object.entries(named)) {
    const field = key.replace(/^\/+/, '');
    // A removed switch counts as off.
    if (isSwitch(field) && (typeof value === 'boolean' || value === null))
      desired[field] = value === true;
  }
  return Object.keys(desired).length > 0 ? { whole: false, desired, reported: {} } : null;
}

/**
 * Returns the position whose switch is on. Null if all given position switches are off; undefined
 * if no position switch is given.
 */
export function namedPosition(switches: Switches): SwitchField | null | undefined {
  const on = POSITION_FIELDS.find((field) => switches[field] === true);
  if (on) return on;
  return POSITION_FIELDS.some((field) => switches[field] !== undefined) ? null : undefined;
}
