import { COMMAND_LAPSE_MS } from './limits.ts';
import { POSITIONS, type Position } from './live/position.ts';
import {
  POSITION_FIELDS,
  positionsAreExclusive,
  SWITCH_FIELDS,
  type SwitchField,
  type SwitchStates,
  withSwitch,
  withSwitches,
} from './live/switches.ts';
import type { CommandOutcome } from './live/values.ts';
import { isLocked } from './lock.ts';
import { nextStep, POSITION_SWITCHES, reportedPosition } from './motion.ts';
import {
  type Command,
  type FlagRecord,
  NO_POSITION_REQUEST,
  type PositionRequest,
} from './record.ts';

/**
 * The state of the latest command. `none`: no command is open. `confirmed`: the pole's report
 * matches the command. `pending`: the pole still has time to respond. `not-confirmed`: the pole did
 * not respond within its time limit, but will carry out the command when it reconnects. `lapsed`:
 * the server has given up and sets the desired switches back to the reported ones.
 */
export type CommandPhase = 'none' | 'pending' | 'confirmed' | 'not-confirmed' | 'lapsed';

/**
 * Returns the switches whose desired state differs from the reported state. A switch that the pole
 * does not report is never included.
 */
export function differing(record: Pick<FlagRecord, 'desired' | 'reported'>): SwitchField[] {
  return SWITCH_FIELDS.filter((field) => {
    const reported = record.reported[field];
    return reported !== undefined && reported !== (record.desired[field] ?? false);
  });
}

/** The flag's open command; null if there is none. */
export const openCommand = ({ command }: Pick<FlagRecord, 'command'>) =>
  command && command.closedAt === undefined ? command : null;

/**
 * Whether the pole has sent a report that can confirm the command. A report whose time is unknown
 * also counts.
 */
const hasSpokenSince = ({ seenAt }: FlagRecord, { after }: Command): boolean =>
  after === undefined || seenAt === null || seenAt > after;

const reportsSwitches = ({ reported }: FlagRecord) => Object.keys(reported).length > 0;

/**
 * Returns the phase of a flag's command. It depends only on the record and the clock, so every
 * browser shows the same phase, even after a reload.
 */
export function commandPhase(record: FlagRecord, now: number): CommandPhase {
  const command = openCommand(record);
  // A pole that reports no switches can never confirm.
  if (!command || !reportsSwitches(record)) return 'none';
  if (differing(record).length === 0 && hasSpokenSince(record, command)) return 'confirmed';
  const age = now - sentAt(command);
  if (age < record.moveTimeout * 1000) return 'pending';
  return age < COMMAND_LAPSE_MS ? 'not-confirmed' : 'lapsed';
}

/** The realtime database update for one command. Paths are relative to the flag's node. */
export interface CommandUpdate extends SwitchStates {
  command: Command;
}

/**
 * A placeholder that the realtime database replaces with its own time when it receives the write.
 */
const SERVER_TIMESTAMP = Object.freeze({ '.sv': 'timestamp' });

/**
 * Returns a command's update as it is sent to the database. The database replaces the placeholder
 * with the time of receipt.
 */
export const asWritten = ({ command, ...states }: CommandUpdate) => ({
  ...states,
  command: { ...command, receivedAt: SERVER_TIMESTAMP },
});

/**
 * The time when a command was issued, in epoch milliseconds. This is when the realtime database
 * received it, so clients cannot backdate a command to before an order took effect.
 */
export const givenAt = ({ receivedAt, requestedAt, issuedAt }: Command): number =>
  receivedAt ?? requestedAt ?? issuedAt;

/**
 * The time when the pole's time limit starts, in epoch milliseconds. This is when the command was
 * issued or, for a move in steps, when its latest step was sent.
 */
export const sentAt = (command: Command): number =>
  command.requestedAt === undefined ? givenAt(command) : command.issuedAt;

/**
 * Returns a key that identifies a command uniquely. Clients choose command IDs and could reuse one,
 * but they can't choose the time or the user.
 */
export const commandKey = (command: Command): string => requestKey(asRequest(command));

/**
 * Returns a key that uniquely identifies a position request. It is the key of the command that made
 * the request, even if a later command has replaced that command.
 */
export const requestKey = ({ id, by, at }: PositionRequest): string => `${at}.${by}.${id}`;

/**
 * The ID of a new command, the user who issued it, and when it was issued, in epoch milliseconds by
 * the server's clock.
 */
export interface Given extends Pick<Command, 'by' | 'id' | 'issuedAt'> {
  /**
   * Only for an undo: the newest position request before the undone commands. After the undo, it is
   * the newest request again. Null if there was none.
   */
  restores?: PositionRequest | null | undefined;
}

/**
 * Creates a command that sets the flag's switches. Only a report later than `after` confirms it,
 * because a pole that is still moving may repeat its previous report.
 */
export function newCommand(
  record: FlagRecord,
  states: SwitchStates,
  { id, issuedAt, by, restores }: Given,
): CommandUpdate {
  const position =
    restores === undefined
      ? positionFields(record, states)
      : { positionRequest: restores ?? NO_POSITION_REQUEST };
  const command: Command = { id, issuedAt, by, ...position };
  const isMoving = commandPhase(record, issuedAt) === 'pending';
  // `seenAt` may be in the future if the clock was set back.
  if (isMoving && record.seenAt !== null) command.after = Math.min(record.seenAt, issuedAt);
  return { ...states, command };
}

/**
 * Returns the fields of a new command that record position requests. A command that changes the
 * position records the previous and the requested position. A command that changes only the lamp
 * records the newest position request so far.
 */
function positionFields(
  record: FlagRecord,
  states: SwitchStates,
): Pick<Command, 'from' | 'to' | 'positionRequest'> {
  const desired = desiredStates(record);
  const request = newestPositionRequest(record);
  const isSamePosition = POSITION_FIELDS.every((field) => states[field] === desired[field]);
  if (isSamePosition && states.lamp !== desired.lamp)
    return { positionRequest: request ?? NO_POSITION_REQUEST };
  const on = POSITIONS.find((position) => states[POSITION_SWITCHES[position]]);
  // Retrying a move in progress keeps its `from`. The final position is what counts, not the
  // current step.
  const isOnItsWay = openCommand(record) !== null && desiredPosition(record) === (on ?? null);
  const from = isOnItsWay && request ? request.from : heading(record);
  return { to: on ?? 'stop', ...(from && { from }) };
}

/** Returns the flag's newest position request, no matter who made it; null if there is none. */
export function newestPositionRequest({
  command,
}: Pick<FlagRecord, 'command'>): PositionRequest | null {
  if (!command) return null;
  const { positionRequest } = command;
  if (positionRequest) return positionRequest.id === '' ? null : positionRequest;
  return asRequest(command);
}

function asRequest(command: Command): PositionRequest {
  const { id, by, from, to } = command;
  return { id, by, at: givenAt(command), ...(from && { from }), ...(to && { to }) };
}

/**
 * Returns the most recently requested position, even if the pole has been moved since. Null if the
 * last request was to stop, or if no position was requested.
 */
export function requestedPosition(
  record: Pick<FlagRecord, 'desired' | 'command'>,
): Position | null {
  const to = newestPositionRequest(record)?.to;
  if (to === undefined) return desiredPosition(record);
  return to === 'stop' ? null : to;
}

/**
 * Returns the desired position. If the server moves the pole in steps, returns the position after
 * the last step. Null if none.
 */
export function desiredPosition(record: Pick<FlagRecord, 'desired' | 'command'>): Position | null {
  const { goal } = openCommand(record) ?? {};
  const on = POSITIONS.find((position) => record.desired[POSITION_SWITCHES[position]] === true);
  return goal ?? on ?? null;
}

/**
 * Returns the reported position. If the pole reports no position, returns the position that it was
 * sent to.
 */
export function currentPosition(record: FlagRecord): Position | null {
  return reportsPosition(record) ? reportedPosition(record) : desiredPosition(record);
}

/**
 * Returns the position that the pole is moving to or, if no command is open, its current position.
 */
export function heading(record: FlagRecord): Position | null {
  return (openCommand(record) ? desiredPosition(record) : null) ?? currentPosition(record);
}

/**
 * Creates the command that changes a flag's desired switches to `states`. If the server moves the
 * pole in steps, the command sends the first step and stores the final position until the last step
 * (see `settlement`).
 */
export function commandTo(
  record: FlagRecord,
  states: Partial<SwitchStates>,
  given: Given,
): CommandUpdate {
  const desired = withSwitches(desiredStates(record), states);
  const update = newCommand(record, desired, given);
  const goal =
    record.serverSteps && reportsPosition(record) ? goalOf(record, states, desired) : null;
  if (goal === null) return update;
  const step = nextStep(reportedPosition(record), goal);
  if (step === goal) return update;
  const stepped = withSwitch(desired, POSITION_SWITCHES[step], true);
  return { ...update, ...stepped, command: { ...update.command, goal } };
}

/**
 * Returns the position where the pole should end up after a command. A command that changes only
 * the lamp does not change this position.
 */
function goalOf(
  record: FlagRecord,
  states: Partial<SwitchStates>,
  desired: SwitchStates,
): Position | null {
  const isChanged = (field: SwitchField) =>
    states[field] !== undefined && states[field] !== (record.desired[field] ?? false);
  const isOfLamp = isChanged('lamp') && !POSITION_FIELDS.some(isChanged);
  const underWay = isOfLamp ? openCommand(record)?.goal : undefined;
  return underWay ?? POSITIONS.find((position) => desired[POSITION_SWITCHES[position]]) ?? null;
}

/** Whether the pole reports positions. If not, the server cannot detect when a step is complete. */
const reportsPosition = ({ reported }: FlagRecord) =>
  POSITION_FIELDS.some((field) => reported[field] !== undefined);

/** Creates the update for the next step of a move. Returns null if the last step is complete. */
function stepAfter(record: FlagRecord, now: number): Settlement | null {
  const command = openCommand(record);
  const goal = command?.goal;
  if (!command || goal === undefined) return null;
  const step = nextStep(reportedPosition(record), goal);
  // The time of the request stays the same, however many steps the move takes.
  const changes: Settlement['changes'] = {
    'command/issuedAt': now,
    'command/requestedAt': givenAt(command),
  };
  for (const position of POSITIONS) changes[POSITION_SWITCHES[position]] = position === step;
  if (step === goal) changes['command/goal'] = null;
  return { reason: 'next-step', changes };
}

/**
 * Returns the state of each switch: the reported state, or the desired state if the pole does not
 * report the switch.
 */
export function reportedStates(record: FlagRecord): SwitchStates {
  const states = {} as SwitchStates;
  for (const field of SWITCH_FIELDS)
    states[field] = record.reported[field] ?? record.desired[field] ?? false;
  return states;
}

/**
 * Returns the desired switches, as the starting point for the next command. At most one position
 * switch is on, regardless of what the pole reports.
 */
export function desiredStates(record: FlagRecord): SwitchStates {
  const { desired, reported } = record;
  const states = {} as SwitchStates;
  for (const field of SWITCH_FIELDS) states[field] = desired[field] ?? reported[field] ?? false;
  if (positionsAreExclusive(states)) return states;
  const isClear = positionsAreExclusive(desired);
  for (const field of POSITION_FIELDS) states[field] = isClear && desired[field] === true;
  return states;
}

/**
 * The changes that the server writes to make the desired switches and the command match the pole's
 * report.
 */
export interface Settlement {
  reason: CommandOutcome | 'moved-at-pole' | 'next-step';
  /**
   * The new values to write, keyed by their path relative to the flag's node; null removes a value.
   */
  changes: Record<string, boolean | number | string | null>;
}

/**
 * Returns the changes that make the desired switches match the pole's report. Turns on at most one
 * position switch. Ignores a report of two positions at once, because some poles write one field at
 * a time.
 */
function following({ desired, reported }: FlagRecord): Partial<SwitchStates> {
  const report = { ...reported };
  if (!positionsAreExclusive(reported)) for (const field of POSITION_FIELDS) delete report[field];
  const present = {} as SwitchStates;
  for (const field of SWITCH_FIELDS) present[field] = desired[field] ?? false;
  const next = withSwitches(present, report);
  const changes: Partial<SwitchStates> = {};
  for (const field of SWITCH_FIELDS)
    if (next[field] !== present[field]) changes[field] = next[field];
  return changes;
}

/**
 * Returns the changes that keep a locked pole where it is: the desired switches are set to the
 * reported ones. Otherwise, the pole would carry out an old command when it reconnects.
 */
function standingStill(record: FlagRecord): Partial<SwitchStates> {
  const { desired, reported } = record;
  const changes = { ...following(record), ...stopping(record) };
  for (const field of POSITION_FIELDS)
    if (desired[field] && reported[field] === undefined) changes[field] = false;
  return changes;
}

/**
 * Returns the switch changes that stop a pole if it reports two positions at once; empty if it does
 * not.
 */
function stopping({ desired, reported }: FlagRecord): Partial<SwitchStates> {
  const changes: Partial<SwitchStates> = {};
  if (positionsAreExclusive(reported)) return changes;
  for (const field of POSITION_FIELDS) if (desired[field]) changes[field] = false;
  return changes;
}

/**
 * Decides how the server responds to a pole's report or to the end of a time limit: it closes an
 * open command, sends the next step of a move, or sets the desired switches to the reported ones.
 * Returns null if there is nothing to write.
 */
export function settlement(record: FlagRecord, now: number): Settlement | null {
  const follow = following(record);
  const close = (outcome: CommandOutcome) => ({
    'command/closedAt': now,
    'command/outcome': outcome,
  });
  const phase = commandPhase(record, now);
  const command = openCommand(record);
  // A confirmed command with a goal still has steps to do, which a lock cancels.
  if (isLocked(record) && command && (phase !== 'confirmed' || command.goal !== undefined)) {
    const changes = { ...standingStill(record), ...close('cancelled') };
    return { reason: 'cancelled', changes };
  }
  switch (phase) {
    case 'confirmed':
      return stepAfter(record, now) ?? { reason: 'confirmed', changes: close('confirmed') };
    case 'lapsed':
      return { reason: 'lapsed', changes: { ...follow, ...stopping(record), ...close('lapsed') } };
    case 'none': {
      if (command) {
        const isOver = now - sentAt(command) >= COMMAND_LAPSE_MS;
        return isOver ? { reason: 'no-feedback', changes: close('no-feedback') } : null;
      }
      return Object.keys(follow).length > 0 ? { reason: 'moved-at-pole', changes: follow } : null;
    }
    default:
      return null;
  }
}
