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

/**
 * The phase of a switch. `settled`: the reported state equals the desired one. `no-feedback`: the
 * pole never reports this switch.
 */
export type SwitchPhase = 'settled' | 'pending' | 'not-confirmed' | 'no-feedback';

export interface SwitchView extends SwitchDefinition {
  /**
   * The state that the switch shows: the desired one while a command is pending, otherwise the
   * reported one.
   */
  state: boolean;
  phase: SwitchPhase;
  desired: boolean;
}

/**
 * The position shown. If the pole reports none, it is `moving` while a command is pending,
 * otherwise `unknown`.
 */
export type FlagPosition = 'up' | 'down' | 'half' | 'moving' | 'unknown';

/** Everything that a screen shows about one flag at a given time. */
export interface FlagView {
  isOnline: boolean;
  /** The time when the pole last reported, in epoch milliseconds; null if never. */
  lastSeen: number | null;
  /** The voltage in volts; null if there is no reading, which is shown as "–". */
  voltage: number | null;
  switches: SwitchView[];
  command: CommandPhase;
  position: FlagPosition;
  desiredPosition: FlagPosition;
  /** The pole's maintenance lock; null if it is not locked. */
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

/** Computes what to show for a flag at `now` (epoch milliseconds by the server's clock). */
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
    // Each field is written out: spreading the definition would take most of the time at 10,000
    // flags.
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
 * Returns the next time, in epoch milliseconds, when the flag's view changes without a new report:
 * the flag goes offline, or its command counts as not confirmed or lapses. Infinity if there is no
 * such time.
 */
export function nextChangeAt(record: FlagRecord, now: number): number {
  // This creates no array, because the server calls this function for every report.
  const seen = lastSeenAt(record, Number.POSITIVE_INFINITY);
  const silentAt = seen === null ? Number.POSITIVE_INFINITY : seen + ONLINE_SECONDS * 1000;
  let next = silentAt > now ? silentAt : Number.POSITIVE_INFINITY;
  const { command } = record;
  if (command === null || command.closedAt !== undefined) return next;
  const sent = sentAt(command);
  for (const moment of [sent + record.moveTimeout * 1000, sent + COMMAND_LAPSE_MS])
    if (moment > now && moment < next) next = moment;
  return next;
}
