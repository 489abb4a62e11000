import type { SwitchField } from './switches.ts';

/**
 * The only declaration of a flag's live state. The type and the reader (`../record.ts`), the API's
 * schema (`apiSchema.ts`) and the field checks of the security rules (`fieldRules.ts`) are derived
 * from it.
 */

/** What the security rules check in addition to a field's kind. */
export interface Check {
  /** The minimum and maximum length of a string, in characters. */
  min?: number;
  max?: number;
  /** A prefix that the string must not have. */
  notFrom?: string;
  /** Whether the string may contain only visible ASCII characters. */
  isVisible?: boolean;
  /** How far in the future a time may be, in ms, by the server's clock. */
  ahead?: number;
  /**
   * Whether the field must be set to the time when the server receives the write. Such a field is
   * required.
   */
  isReceipt?: boolean;
  /** Whether only the server may write the field. */
  isServers?: boolean;
}

/**
 * Maps each kind of field in a flag's live state to its type in one representation: plain values,
 * the API schema or the security rules.
 */
export interface Kinds {
  text: unknown;
  /** A string field. The value is '' if the field is missing. */
  textOrEmpty: unknown;
  textOrNull: unknown;
  /** A name. The value is "someone" if the field is missing. */
  name: unknown;
  /** A field with a time in epoch milliseconds. */
  time: unknown;
  timeOrZero: unknown;
  optionalTime: unknown;
  numberOrNull: unknown;
  optionalState: unknown;
  isSet: unknown;
  seconds: unknown;
  voltage: unknown;
  optionalPosition: unknown;
  optionalTarget: unknown;
  optionalOutcome: unknown;
  switches: unknown;
  positionRequest: unknown;
  command: unknown;
  lock: unknown;
}

/**
 * The functions that create the fields of a flag's live state in one representation (plain values,
 * the API schema or the security rules). There is one for each kind of field.
 */
export type View<K> = { readonly [Kind in keyof K]: (raw: unknown, check?: Check) => K[Kind] };

/** A raw node of the realtime database. */
export type Raw = Readonly<Record<string, unknown>>;
export const NOTHING: Raw = Object.freeze({});

type Of<Kind extends keyof Kinds> = Pick<Kinds, Kind>;

/**
 * The prefix of the IDs of commands that the server creates. Clients must not use it: the activity
 * log would mistake their commands for API calls.
 */
export const SERVER_COMMAND = 'server-';

/**
 * The validation rule for a command's ID. The ID may contain only visible characters, because it
 * may be stored in PostgreSQL, which cannot store NUL characters.
 */
const COMMAND_ID: Check = { min: 1, max: 64, isVisible: true, notFrom: SERVER_COMMAND };
const REQUEST_ID: Check = { max: 64 };
const ACTOR_ID: Check = { max: 128 };
/**
 * The validation rule for a time that must not be in the future. Allows 1 s of tolerance for
 * inexact client clocks.
 */
const PAST: Check = { ahead: 1000 };
const RECEIPT: Check = { isReceipt: true };
const SERVERS: Check = { isServers: true };

/** Who last requested a position, and when. */
export const positionRequestShape = <
  K extends Of<'text' | 'time' | 'optionalPosition' | 'optionalTarget'>,
>(
  of: View<K>,
  raw: Raw,
) => ({
  /** ID of the command that requested the position. */
  id: of.text(raw.id, REQUEST_ID),
  /** The ID of the user who requested the position; the engine's ID if autopilot requested it. */
  by: of.text(raw.by, ACTOR_ID),
  /** The time when the position was requested, in epoch milliseconds by the server's clock. */
  at: of.time(raw.at, PAST),
  /**
   * The position that the flag was in or moving to before a different one was requested; omitted if
   * unknown.
   */
  from: of.optionalPosition(raw.from),
  /** The position that was requested; omitted in commands from older versions. */
  to: of.optionalTarget(raw.to),
});

/** The fields of one request to a pole, apart from the desired switches (decisions, "Commands"). */
export const commandShape = <
  K extends Of<
    | 'text'
    | 'textOrEmpty'
    | 'time'
    | 'optionalTime'
    | 'optionalPosition'
    | 'optionalTarget'
    | 'optionalOutcome'
    | 'positionRequest'
  >,
>(
  of: View<K>,
  raw: Raw,
) => ({
  id: of.text(raw.id, COMMAND_ID),
  /**
   * The time when the command was issued, in epoch milliseconds by the client's estimate of the
   * server's clock. It shows how long the command took to arrive. For later steps of a move, the
   * server sets its own time.
   */
  issuedAt: of.time(raw.issuedAt, PAST),
  /**
   * The time when the realtime database received the command, in epoch milliseconds by the
   * database's own clock, so that clients cannot choose it. Absent in commands from older versions.
   */
  receivedAt: of.optionalTime(raw.receivedAt, RECEIPT),
  /** ID of the user who issued the command. */
  by: of.textOrEmpty(raw.by),
  /**
   * If this command replaced one in progress, the time of the pole's last report before the
   * replacement (`seenAt`). Only a later report confirms this command. Omitted if it replaced no
   * command.
   */
  after: of.optionalTime(raw.after, PAST),
  /**
   * The position that the flag was in, or moving to, when this command requested a different
   * position.
   */
  from: of.optionalPosition(raw.from),
  /** The position that this command requested; omitted if it changes only the lamp. */
  to: of.optionalTarget(raw.to),
  /**
   * The time when the position was requested, in epoch milliseconds. Set only if a later step of
   * the same move has changed `issuedAt`.
   */
  requestedAt: of.optionalTime(raw.requestedAt, SERVERS),
  /**
   * The newest position request before this command. Set only if the command changes just the lamp.
   */
  positionRequest: of.positionRequest(raw.positionRequest),
  /**
   * The time when the server closed the command, in epoch milliseconds; omitted while the command
   * is open.
   */
  closedAt: of.optionalTime(raw.closedAt, SERVERS),
  outcome: of.optionalOutcome(raw.outcome, SERVERS),
  /** For a pole that the server moves in steps, the position after the last step. */
  goal: of.optionalPosition(raw.goal, SERVERS),
});

export const switchesShape = <K extends Of<'optionalState'>>(of: View<K>, raw: Raw) =>
  ({
    flagUp: of.optionalState(raw.flagUp),
    flagDown: of.optionalState(raw.flagDown),
    flagHalf: of.optionalState(raw.flagHalf),
    lamp: of.optionalState(raw.lamp),
  }) satisfies Record<SwitchField, unknown>;

/** The time that the pole reported, in seconds or milliseconds since the epoch, uncorrected. */
const lastSeen = <K extends Of<'numberOrNull'>>(of: View<K>, reported: Raw) =>
  of.numberOrNull(reported.lastSeen);

/** The node for the pole's reports. Unknown fields in it are ignored. */
export const reportedShape = <K extends Of<'optionalState' | 'numberOrNull'>>(
  of: View<K>,
  raw: Raw,
) => ({ ...switchesShape(of, raw), lastSeen: lastSeen(of, raw) });

/** A maintenance lock: someone is working at the pole, so nothing may move it. */
export const lockShape = <K extends Of<'textOrEmpty' | 'name' | 'timeOrZero'>>(
  of: View<K>,
  raw: Raw,
) => ({
  reason: of.textOrEmpty(raw.reason),
  /** ID of the user who locked the pole. */
  by: of.textOrEmpty(raw.by),
  /** The name of the user who locked the pole. It stays even if the account is deleted. */
  byName: of.name(raw.byName),
  /** The time when the pole was locked, in epoch milliseconds. */
  at: of.timeOrZero(raw.at),
});

/** A flag's live state, which is the realtime node users/{owner}/hardware/{flagId}. */
export const recordShape = <
  K extends Of<
    | 'textOrNull'
    | 'voltage'
    | 'switches'
    | 'numberOrNull'
    | 'command'
    | 'seconds'
    | 'isSet'
    | 'lock'
  >,
>(
  of: View<K>,
  node: Raw,
  reported: Raw,
) => ({
  deviceName: of.textOrNull(node.deviceName),
  /** The voltage in volts; null if the pole sent none or a value that is not a number. */
  voltage: of.voltage(node.voltage),
  desired: of.switches(node),
  reported: of.switches(reported),
  lastSeen: lastSeen(of, reported),
  /**
   * The time when the server last received a report from the pole, in epoch milliseconds; null if
   * unknown.
   */
  seenAt: of.numberOrNull(node.seenAt),
  command: of.command(node.command),
  /** Time limit, in seconds, for the pole to confirm a command. */
  moveTimeout: of.seconds(node.moveTimeout),
  /** Whether the server, not the pole, divides moves into steps. */
  serverSteps: of.isSet(node.serverSteps),
  /** The maintenance lock; null if the pole is not locked. */
  lock: of.lock(node.lock),
});
