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
 * Where the latest command stands. `none`: there is no open one. `confirmed`: the pole reports
 * what was commanded. `pending`: it still has time. `not-confirmed`: it did not follow in time
 * and will when it is back. `lapsed`: given up; the server sets desired back to reported.
 */
export type CommandPhase = 'none' | 'pending' | 'confirmed' | 'not-confirmed' | 'lapsed';

/** The switches on which the pole says something else than is desired; unreported ones never differ. */
export function differing(record: Pick<FlagRecord, 'desired' | 'reported'>): SwitchField[] {
  return SWITCH_FIELDS.filter((field) => {
    const reported = record.reported[field];
    return reported !== undefined && reported !== (record.desired[field] ?? false);
  });
}

/** The command that is still to be followed; null where there is none. */
export const openCommand = ({ command }: Pick<FlagRecord, 'command'>) =>
  command && command.closedAt === undefined ? command : null;

/** A pole that was under way has since said a word; where it cannot be known when, the last one counts. */
const hasSpokenSince = ({ seenAt }: FlagRecord, { after }: Command): boolean =>
  after === undefined || seenAt === null || seenAt > after;

const reportsSwitches = ({ reported }: FlagRecord) => Object.keys(reported).length > 0;

/** One pure function of desired, reported, command and clock: a reload and a second browser agree. */
export function commandPhase(record: FlagRecord, now: number): CommandPhase {
  const command = openCommand(record);
  // A pole that reports no switch is never waited for.
  if (!command || !reportsSwitches(record)) return 'none';
  if (differing(record).length === 0 && hasSpokenSince(record, command)) return 'confirmed';
  const age = now - sentAt(command);
  if (age < record.moveTimeout * 1000) return 'pending';
  return age < COMMAND_LAPSE_MS ? 'not-confirmed' : 'lapsed';
}

/** The realtime update of one command: desired switches and the command, relative to the flag's node. */
export interface CommandUpdate extends SwitchStates {
  command: Command;
}

/** What the realtime database replaces by the moment at which it receives a write. */
const SERVER_TIMESTAMP = Object.freeze({ '.sv': 'timestamp' });

/** A command's update as it is written, by whomever: the realtime database adds when it received it. */
export const asWritten = ({ command, ...states }: CommandUpdate) => ({
  ...states,
  command: { ...command, receivedAt: SERVER_TIMESTAMP },
});

/**
 * Epoch milliseconds at which somebody gave a command: when the realtime database received it. A client
 * chooses neither this moment nor, by it, what was in effect then.
 */
export const givenAt = ({ receivedAt, requestedAt, issuedAt }: Command): number =>
  receivedAt ?? requestedAt ?? issuedAt;

/** Epoch milliseconds from which the pole's time runs: since the command was given, or its latest step. */
export const sentAt = (command: Command): number =>
  command.requestedAt === undefined ? givenAt(command) : command.issuedAt;

/**
 * What tells one command from every other. Clients choose their ids, and may choose one again; nobody
 * chooses when, and as whom.
 */
export const commandKey = (command: Command): string => requestKey(asRequest(command));

/** The same of a request for a position, whose command may have been replaced since. */
export const requestKey = ({ id, by, at }: PositionRequest): string => `${at}.${by}.${id}`;

/** Who gives a command, its own id, and epoch milliseconds by the server's clock. */
export interface Given extends Pick<Command, 'by' | 'id' | 'issuedAt'> {
  /**
   * For a command that takes others back: the newest request for a position before them, which counts
   * again. Null: there was none.
   */
  restores?: PositionRequest | null | undefined;
}

/**
 * A new command that sets the flag's switches. A pole that is still moving may repeat its previous
 * report, so only a report later than `after` confirms the command.
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
  // After the clock was set back, `seenAt` may lie in the future.
  if (isMoving && record.seenAt !== null) command.after = Math.min(record.seenAt, issuedAt);
  return { ...states, command };
}

/** Where the flag was and what is asked for; for a change of only the lamp, the earlier request. */
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
  // A retry asks for the same move once more. The first step of another move is not the same.
  const isOnItsWay = openCommand(record) !== null && desiredPosition(record) === (on ?? null);
  const from = isOnItsWay && request ? request.from : heading(record);
  return { to: on ?? 'stop', ...(from && { from }) };
}

/** The newest request for a position, whoever gave it; null where there is none. */
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
 * What the newest request for a position asked for, wherever the pole has been moved since. Null: to
 * stop, or nothing.
 */
export function requestedPosition(
  record: Pick<FlagRecord, 'desired' | 'command'>,
): Position | null {
  const to = newestPositionRequest(record)?.to;
  if (to === undefined) return desiredPosition(record);
  return to === 'stop' ? null : to;
}

/** The position that is desired; of a pole that the server moves in steps, the last one. Null: none. */
export function desiredPosition(record: Pick<FlagRecord, 'desired' | 'command'>): Position | null {
  const { goal } = openCommand(record) ?? {};
  const on = POSITIONS.find((position) => record.desired[POSITION_SWITCHES[position]] === true);
  return goal ?? on ?? null;
}

/** Where the pole is by its own report. A pole that reports no position is where it was sent. */
export function currentPosition(record: FlagRecord): Position | null {
  return reportsPosition(record) ? reportedPosition(record) : desiredPosition(record);
}

/** Where the pole will be: where an open command sends it, else where it is. */
export function heading(record: FlagRecord): Position | null {
  return (openCommand(record) ? desiredPosition(record) : null) ?? currentPosition(record);
}

/**
 * The command that brings a flag from what is desired of it now to `states`. A pole that is stepped by
 * the server gets the first step, and the command carries the goal until the last one (`settlement`).
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

/** Where a command sends a pole; one that changes the lamp alone leaves it on its way. */
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

/** A pole that never says where it is cannot be waited for. */
const reportsPosition = ({ reported }: FlagRecord) =>
  POSITION_FIELDS.some((field) => reported[field] !== undefined);

/** What is desired after the step that the pole has just made; null where it was the last. */
function stepAfter(record: FlagRecord, now: number): Settlement | null {
  const command = openCommand(record);
  const goal = command?.goal;
  if (!command || goal === undefined) return null;
  const step = nextStep(reportedPosition(record), goal);
  // People asked when they asked, however long the way takes.
  const changes: Settlement['changes'] = {
    'command/issuedAt': now,
    'command/requestedAt': givenAt(command),
  };
  for (const position of POSITIONS) changes[POSITION_SWITCHES[position]] = position === step;
  if (step === goal) changes['command/goal'] = null;
  return { reason: 'next-step', changes };
}

/** What the poles' own word makes of the plain switch values: reported wins where it exists. */
export function reportedStates(record: FlagRecord): SwitchStates {
  const states = {} as SwitchStates;
  for (const field of SWITCH_FIELDS)
    states[field] = record.reported[field] ?? record.desired[field] ?? false;
  return states;
}

/**
 * The switches as they are desired now; the base on which the next command builds. It never holds two
 * positions at once, whatever a pole may report.
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

/** What the server writes to bring desired and command in line with the pole's word. */
export interface Settlement {
  reason: CommandOutcome | 'moved-at-pole' | 'next-step';
  /** Deep paths relative to the flag's node; null removes. */
  changes: Record<string, boolean | number | string | null>;
}

/**
 * What of the desired switches changes where they follow the pole. A position that it turned on ends
 * one that it never reports. Two positions at once are no word to follow: a pole that writes field by
 * field passes through that, and desired so they would drive its motor both ways.
 */
function following({ desired, reported }: FlagRecord): Partial<SwitchStates> {
  const word = { ...reported };
  if (!positionsAreExclusive(reported)) for (const field of POSITION_FIELDS) delete word[field];
  const present = {} as SwitchStates;
  for (const field of SWITCH_FIELDS) present[field] = desired[field] ?? false;
  const next = withSwitches(present, word);
  const changes: Partial<SwitchStates> = {};
  for (const field of SWITCH_FIELDS)
    if (next[field] !== present[field]) changes[field] = next[field];
  return changes;
}

/**
 * What is desired of a pole on which someone works: what it says of itself, and of a position that it
 * never reports, to stop. It must not obey an old wish when it is back.
 */
function standingStill(record: FlagRecord): Partial<SwitchStates> {
  const { desired, reported } = record;
  const changes = { ...following(record), ...stopping(record) };
  for (const field of POSITION_FIELDS)
    if (desired[field] && reported[field] === undefined) changes[field] = false;
  return changes;
}

/** What is desired of a pole that is given up while it says two positions at once: to stop. */
function stopping({ desired, reported }: FlagRecord): Partial<SwitchStates> {
  const changes: Partial<SwitchStates> = {};
  if (positionsAreExclusive(reported)) return changes;
  for (const field of POSITION_FIELDS) if (desired[field]) changes[field] = false;
  return changes;
}

/**
 * What the server has to settle: an open command that the pole confirmed, be it a step on its way,
 * that lapsed or that a lockout overtook, or a report that differs while no command is open (moved at
 * the pole: desired follows). Null: nothing.
 */
export function settlement(record: FlagRecord, now: number): Settlement | null {
  const follow = following(record);
  const close = (outcome: CommandOutcome) => ({
    'command/closedAt': now,
    'command/outcome': outcome,
  });
  const phase = commandPhase(record, now);
  const command = openCommand(record);
  // Confirmed may be a step of several: on a locked pole it was the last.
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
