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

/** The state of one flag at the last check, with what webhooks receive. */
export interface FlagState {
  /** The last position that the pole reported; null if none yet. */
  position: Position | null;
  lamp: boolean | null;
  /** Null if unknown, because the server has not listened long enough. */
  isOnline: boolean | null;
  command: {
    id: string;
    /**
     * Distinguishes the command from a later one with the same ID, which a client chooses
     * (`commandKey`).
     */
    key: string;
    phase: 'open' | 'confirmed' | 'not-confirmed' | 'ended';
  } | null;
  /**
   * Epoch milliseconds at which the state next changes only because time passes; Infinity if never.
   */
  lookAt: number;
}

/** A change of state. `data` is sent as it is, plus the flag. */
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
 * Returns the state of a flag.
 * @param before provides the values that a moving pole does not report
 * @param knowsOfflineFrom epoch milliseconds from which silence means that a pole is offline
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

/** Returns the changes that webhooks receive. */
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
