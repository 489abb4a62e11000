import { POSITION_FIELDS, readRecord, SWITCH_FIELDS, type SwitchField } from '@halyard/domain';
import type { StreamEvent } from './protocol/events.ts';

/** The switches that one event of the stream names. */
export type Switches = Partial<Record<SwitchField, boolean>>;

/** What a pole learns from one event on its node. */
export interface Orders {
  /** The event held the whole node: a switch it does not name is not there. */
  whole: boolean;
  desired: Switches;
  /** What the node held as the pole's own last word; only with the whole node. */
  reported: Switches;
}

const isSwitch = (key: string): key is SwitchField =>
  (SWITCH_FIELDS as readonly string[]).includes(key);

/**
 * Reads the desired switches out of a stream event (protocol §16). Null: it names none,
 * such as the echo of the pole's own report.
 */
export function readOrders(event: StreamEvent): Orders | null {
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

/** The position that is on; null where none is; undefined where no position is named at all. */
export function namedPosition(switches: Switches): SwitchField | null | undefined {
  const on = POSITION_FIELDS.find((field) => switches[field] === true);
  if (on) return on;
  return POSITION_FIELDS.some((field) => switches[field] !== undefined) ? null : undefined;
}
