import {
  type CommandPhase,
  commandPhase,
  desiredStates,
  reportedStates,
  sentAt,
} from './command.ts';
import { COMMAND_LAPSE_MS, ONLINE_SECONDS } from './limits.ts';
import {
  POSITION_FIELDS,
  SWITCHES,
  type SwitchDefinition,
  type SwitchField,
  type SwitchStates,
} from './live/switches.ts';
import type { FlagLock } from './lock.ts';
import { isOnline, lastSeenAt } from './presence.ts';
import type { FlagRecord } from './record.ts';

/** `settled`: reported and desired agree. `no-feedback`: the pole never reports this switch. */
export type SwitchPhase = 'settled' | 'pending' | 'not-confirmed' | 'no-feedback';

export interface SwitchView extends SwitchDefinition {
  /** What the switch shows: the commanded value while pending, else what the pole says. */
  state: boolean;
  phase: SwitchPhase;
  desired: boolean;
}

/** `moving`: no position reported while a command is open; `unknown`: none reported and none commanded. */
export type FlagPosition = 'up' | 'down' | 'half' | 'moving' | 'unknown';

/** Everything that a screen shows of one flag at one moment. */
export interface FlagView {
  isOnline: boolean;
  /** Epoch milliseconds; null where the pole was never heard. */
  lastSeen: number | null;
  /** Volts; null is shown as "–". */
  voltage: number | null;
  switches: SwitchView[];
  command: CommandPhase;
  position: FlagPosition;
  desiredPosition: FlagPosition;
  /** Who works at the pole; null where nobody does. */
  lock: FlagLock | null;
}

const POSITION_OF: Partial<Record<SwitchField, FlagPosition>> = {
  flagUp: 'up',
  flagDown: 'down',
  flagHalf: 'half',
};

function positionOf(states: SwitchStates, none: FlagPosition): FlagPosition {
  const on = POSITION_FIELDS.find((field) => states[field]);
  return on ? POSITION_OF[on]! : none;
}

/** What to show of a flag at `now` (epoch milliseconds by the server's clock). */
export function viewFlag(record: FlagRecord, now: number): FlagView {
  const command = commandPhase(record, now);
  const desired = desiredStates(record);
  const reported = reportedStates(record);
  const online = isOnline(record, now);
  const open = command === 'pending' || command === 'not-confirmed';
  const switches = SWITCHES.map(({ id, field, label, position }): SwitchView => {
    const differs = record.reported[field] !== undefined && desired[field] !== reported[field];
    const phase: SwitchPhase =
      record.reported[field] === undefined ? 'no-feedback' : differs && open ? command : 'settled';
    const state = phase === 'pending' ? desired[field] : reported[field];
    // Written out: spreading the definition costs most of the time at 10,000 flags.
    return { id, field, label, position, state, phase, desired: desired[field] };
  });
  return {
    isOnline: online,
    lastSeen: lastSeenAt(record, now),
    voltage: record.voltage,
    switches,
    command,
    position: positionOf(reported, command === 'pending' ? 'moving' : 'unknown'),
    desiredPosition: positionOf(desired, 'unknown'),
    lock: record.lock,
  };
}

/**
 * The next moment at which the flag's view changes by the clock alone, with no event (online to
 * offline, pending to not confirmed to lapsed); Infinity where it never does. One tick for all
 * flags compares this number instead of working out every view anew.
 */
export function nextChangeAt(record: FlagRecord, now: number): number {
  const moments: number[] = [];
  const seen = lastSeenAt(record, Number.POSITIVE_INFINITY);
  if (seen !== null) moments.push(seen + ONLINE_SECONDS * 1000);
  const { command } = record;
  if (command && command.closedAt === undefined) {
    moments.push(sentAt(command) + record.moveTimeout * 1000, sentAt(command) + COMMAND_LAPSE_MS);
  }
  return Math.min(...moments.filter((moment) => moment > now));
}
