import {
  commandKey,
  commandPhase,
  type EventType,
  type FlagRecord,
  isOnline,
  nextChangeAt,
  type Position,
  reportedPosition,
} from '@halyard/domain';

/** The parts of a flag's state that webhooks report, as of the last check. */
export interface FlagState {
  /** The last position that the pole has reported. Null if it has not reported any. */
  position: Position | null;
  lamp: boolean | null;
  /** Whether the pole is online. Null if unknown, because the server has just started. */
  isOnline: boolean | null;
  command: {
    id: string;
    /**
     * The command's key (`commandKey`). Clients choose the IDs of commands, so a later command may
     * have the same ID, but never the same key.
     */
    key: string;
    phase: 'open' | 'confirmed' | 'not-confirmed' | 'ended';
  } | null;
  /**
   * When the state will next change if the pole sends no more reports, in epoch milliseconds.
   * Infinity if it will not change.
   */
  lookAt: number;
}

/** A change in a flag's state. The webhook event contains `data` and the flag. */
export interface StateChange {
  type: EventType;
  data: object;
}

/** The state of a pole that has never reported. */
export const NOTHING_HEARD: FlagState = {
  position: null,
  lamp: null,
  isOnline: false,
  command: null,
  lookAt: Number.POSITIVE_INFINITY,
};

/**
 * Returns a flag's state.
 * @param before the previous state; used for values that a moving pole does not report
 * @param knowsOfflineFrom the earliest time when a pole without reports counts as offline, in epoch
 * milliseconds
 */
export function flagStateOf(
  record: FlagRecord,
  before: FlagState,
  now: number,
  knowsOfflineFrom: number,
): FlagState {
  const online = isOnline(record, now);
  const isSure = online || now >= knowsOfflineFrom || before.isOnline !== null;
  return {
    position: reportedPosition(record) ?? before.position,
    lamp: record.reported.lamp ?? before.lamp,
    isOnline: isSure ? online : null,
    command: commandState(record, now),
    lookAt: isSure ? nextChangeAt(record, now) : knowsOfflineFrom,
  };
}

function commandState(record: FlagRecord, now: number): FlagState['command'] {
  const { command } = record;
  if (!command) return null;
  const { id, closedAt, outcome } = command;
  const key = commandKey(command);
  if (closedAt === undefined) {
    const phase = commandPhase(record, now);
    const isLate = phase === 'not-confirmed' || phase === 'lapsed';
    return { id, key, phase: isLate ? 'not-confirmed' : 'open' };
  }
  if (outcome === 'confirmed') return { id, key, phase: 'confirmed' };
  return { id, key, phase: outcome === 'lapsed' ? 'not-confirmed' : 'ended' };
}

/** Returns the changes in a flag's state that must be sent to webhooks. */
export function changesBetween(
  before: FlagState,
  after: FlagState,
  record: FlagRecord,
): StateChange[] {
  const changes: StateChange[] = [];
  if (after.position !== before.position)
    changes.push({
      type: 'flag.position',
      data: { position: after.position, previous: before.position },
    });
  if (after.lamp !== before.lamp) changes.push({ type: 'flag.lamp', data: { lamp: after.lamp } });
  if (before.isOnline !== null && after.isOnline !== before.isOnline)
    changes.push({ type: after.isOnline ? 'flag.online' : 'flag.offline', data: {} });
  const { command } = after;
  const isSame = before.command?.key === command?.key && before.command?.phase === command?.phase;
  if (command && !isSame && (command.phase === 'confirmed' || command.phase === 'not-confirmed'))
    changes.push({
      type: command.phase === 'confirmed' ? 'command.confirmed' : 'command.not_confirmed',
      data: {
        commandId: command.id,
        issuedAt: record.command?.issuedAt,
        by: record.command?.by,
      },
    });
  return changes;
}
