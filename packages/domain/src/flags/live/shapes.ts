import type { SwitchField } from './switches.ts';

/**
 * The one declaration of a flag's live state. The type and the tolerant reader (`../record.ts`), the
 * API's schema (`api/liveState.ts`) and the field checks of the security rules (`fieldRules.ts`) are
 * four views of it: a field that is added here is in all of them.
 */

/** What the security rules ask of a field beside its kind. */
export interface Check {
  /** Characters of a text at least and at most. */
  min?: number;
  max?: number;
  /** With what a text may not begin. */
  notFrom?: string;
  /** A text of visible ASCII characters. */
  isVisible?: boolean;
  /** Milliseconds by which a time may be ahead of the server's clock. */
  ahead?: number;
  /** The time at which the server receives the write, required of every new one. */
  isReceipt?: boolean;
  /** No client may write it. */
  isServers?: boolean;
}

/** What a view makes of each kind of field. */
export interface Kinds {
  text: unknown;
  /** Empty where it is missing. */
  textOrEmpty: unknown;
  textOrNull: unknown;
  /** "someone" where it is missing. */
  name: unknown;
  /** Epoch milliseconds. */
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

/** One view of live state: a function for each kind, of the raw value and the field's check. */
export type View<K> = { readonly [Kind in keyof K]: (raw: unknown, check?: Check) => K[Kind] };

/** A node of the realtime database. */
export type Raw = Readonly<Record<string, unknown>>;
export const NOTHING: Raw = Object.freeze({});

type Of<Kind extends keyof Kinds> = Pick<Kinds, Kind>;

/**
 * With what the ids of commands begin that the server writes. A client's may not: it would be taken for
 * the call that the activity log knows under that id.
 */
export const SERVER_COMMAND = 'server-';

/** Ids are stored in tables: PostgreSQL keeps no NUL character, for one. */
const COMMAND_ID: Check = { min: 1, max: 64, isVisible: true, notFrom: SERVER_COMMAND };
const REQUEST_ID: Check = { max: 64 };
const ACTOR_ID: Check = { max: 128 };
/** A client's clock is not exact. */
const PAST: Check = { ahead: 1000 };
const RECEIPT: Check = { isReceipt: true };
const SERVERS: Check = { isServers: true };

/** Who last asked for a position, and when. */
export const positionRequestShape = <
  K extends Of<'text' | 'time' | 'optionalPosition' | 'optionalTarget'>,
>(
  of: View<K>,
  raw: Raw,
) => ({
  /** Id of the command that asked. */
  id: of.text(raw.id, REQUEST_ID),
  /** Id of the user, or the engine's actor. */
  by: of.text(raw.by, ACTOR_ID),
  /** Epoch milliseconds, by the server's clock. */
  at: of.time(raw.at, PAST),
  /** Where the flag was, or was going, at that moment; absent where it was not known. */
  from: of.optionalPosition(raw.from),
  /** What was asked for; absent in commands of older versions. */
  to: of.optionalTarget(raw.to),
});

/** One request to a pole: the fields beside the desired switches (decisions, "Commands"). */
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
   * Epoch milliseconds, by the server's clock as the client knows it: how fresh the command was as it
   * came. A step of several renews it, by the server's own clock.
   */
  issuedAt: of.time(raw.issuedAt, PAST),
  /**
   * Epoch milliseconds at which the realtime database received it, by its own clock: a client cannot
   * choose it. Absent in commands of older versions.
   */
  receivedAt: of.optionalTime(raw.receivedAt, RECEIPT),
  /** Id of the user. */
  by: of.textOrEmpty(raw.by),
  /**
   * The pole's last report (`seenAt`) when this command overtook one under way: only a later report
   * confirms this command. Absent where nothing was under way.
   */
  after: of.optionalTime(raw.after, PAST),
  /** Where the flag was, or was going, when this command asked for a position. */
  from: of.optionalPosition(raw.from),
  /** The position that this command asked for; absent where it changes only the lamp. */
  to: of.optionalTarget(raw.to),
  /** Epoch milliseconds at which it was asked for, once a step of several has renewed `issuedAt`. */
  requestedAt: of.optionalTime(raw.requestedAt, SERVERS),
  /**
   * Set on a command that changes only the lamp: the request for a position that came before it and is
   * still the newest one.
   */
  positionRequest: of.positionRequest(raw.positionRequest),
  /** Epoch milliseconds at which the server closed it; absent while it is open. */
  closedAt: of.optionalTime(raw.closedAt, SERVERS),
  outcome: of.optionalOutcome(raw.outcome, SERVERS),
  /** Where a pole that is stepped by the server is to go after the step under way. */
  goal: of.optionalPosition(raw.goal, SERVERS),
});

export const switchesShape = <K extends Of<'optionalState'>>(of: View<K>, raw: Raw) =>
  ({
    flagUp: of.optionalState(raw.flagUp),
    flagDown: of.optionalState(raw.flagDown),
    flagHalf: of.optionalState(raw.flagHalf),
    lamp: of.optionalState(raw.lamp),
  }) satisfies Record<SwitchField, unknown>;

/** What the pole said: seconds or milliseconds since the epoch, uncorrected. */
const lastSeen = <K extends Of<'numberOrNull'>>(of: View<K>, reported: Raw) =>
  of.numberOrNull(reported.lastSeen);

/** The node that the pole writes. It may hold more, which is ignored. */
export const reportedShape = <K extends Of<'optionalState' | 'numberOrNull'>>(
  of: View<K>,
  raw: Raw,
) => ({ ...switchesShape(of, raw), lastSeen: lastSeen(of, raw) });

/** A maintenance lockout: someone works at the pole, and nobody and nothing may move it. */
export const lockShape = <K extends Of<'textOrEmpty' | 'name' | 'timeOrZero'>>(
  of: View<K>,
  raw: Raw,
) => ({
  reason: of.textOrEmpty(raw.reason),
  /** Id of the user. */
  by: of.textOrEmpty(raw.by),
  /** The user's name, which outlives the account. */
  byName: of.name(raw.byName),
  /** Epoch milliseconds. */
  at: of.timeOrZero(raw.at),
});

/** A flag's live state: the realtime node users/{owner}/hardware/{flagId}. */
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
  /** Volts; null where the pole sent none, or something that is no number. */
  voltage: of.voltage(node.voltage),
  desired: of.switches(node),
  reported: of.switches(reported),
  lastSeen: lastSeen(of, reported),
  /** Epoch milliseconds at which the server last heard the pole; null where the server cannot know. */
  seenAt: of.numberOrNull(node.seenAt),
  command: of.command(node.command),
  /** Seconds that the pole has to report what was commanded. */
  moveTimeout: of.seconds(node.moveTimeout),
  /** The server makes the steps of its movements, not the pole. */
  serverSteps: of.isSet(node.serverSteps),
  /** Null where nobody works at the pole. */
  lock: of.lock(node.lock),
});
