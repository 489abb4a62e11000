import { POSITIONS, type Position } from '../halfStaff/should.ts';
import { DEFAULT_MOVE_TIMEOUT_SECONDS } from './limits.ts';
import { type FlagLock, readLock } from './lock.ts';
import { SWITCH_FIELDS, type SwitchField } from './switches.ts';
import { readVoltage } from './voltage.ts';

/** How a command ended; written by the server alone. */
export type CommandOutcome = 'confirmed' | 'lapsed' | 'no-feedback' | 'cancelled';

const OUTCOMES: readonly unknown[] = [
  'confirmed',
  'lapsed',
  'no-feedback',
  'cancelled',
] satisfies CommandOutcome[];

/** Who last asked for a position, and when. */
export interface PositionRequest {
  /** Id of the command that asked. */
  id: string;
  /** Id of the user, or the engine's actor. */
  by: string;
  /** Epoch milliseconds, by the server's clock. */
  at: number;
  /** Where the flag was, or was going, at that moment; absent where it was not known. */
  from?: Position | undefined;
  /** What was asked for; absent in commands of older versions. */
  to?: Position | 'stop' | undefined;
}

/** In a command that changes only the lamp: nobody has asked for a position before. */
export const NO_POSITION_REQUEST: PositionRequest = Object.freeze({ id: '', by: '', at: 0 });

/** One request to a pole: the fields beside the desired switches (decisions: Commands). */
export interface Command {
  id: string;
  /** Epoch milliseconds, by the server's clock as the browser knows it. */
  issuedAt: number;
  /** Id of the user. */
  by: string;
  /**
   * The pole's last word (`seenAt`) as this overtook a command under way: only a later one tells that
   * the pole has turned back. Absent where nothing was under way.
   */
  after?: number | undefined;
  /** Where the flag was, or was going, when this command asked for a position. */
  from?: Position | undefined;
  /** The position that this command asked for; absent where it changes only the lamp. */
  to?: Position | 'stop' | undefined;
  /** Epoch milliseconds at which it was asked for, once a step of several has renewed `issuedAt`. */
  requestedAt?: number | undefined;
  /**
   * Set on a command that changes only the lamp: the request for a position that came before it and is
   * still the newest one.
   */
  positionRequest?: PositionRequest | undefined;
  /** Epoch milliseconds at which the server closed it; absent while it is open. */
  closedAt?: number | undefined;
  outcome?: CommandOutcome | undefined;
  /** Where a pole that is stepped by the server is to go after the step under way. */
  goal?: Position | undefined;
}

/** A flag's live state: the realtime node users/{owner}/hardware/{flagId}, read tolerantly. */
export interface FlagRecord {
  deviceName: string | null;
  /** Volts; null where the pole sent something that is no number, 0 where it was never heard (spec §4). */
  voltage: number | null;
  desired: Partial<Record<SwitchField, boolean>>;
  reported: Partial<Record<SwitchField, boolean>>;
  /** What the pole said: seconds or milliseconds since the epoch, uncorrected. */
  lastSeen: number | null;
  /** Epoch milliseconds at which the server last heard the pole; null where the server cannot know. */
  seenAt: number | null;
  command: Command | null;
  /** Seconds that the pole has to report what was commanded. */
  moveTimeout: number;
  /** The server makes the steps of its movements, not the pole. */
  serverSteps: boolean;
  /** Null where nobody works at the pole. */
  lock: FlagLock | null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const numberOr = <T>(value: unknown, other: T): number | T =>
  typeof value === 'number' && Number.isFinite(value) ? value : other;

function readSwitches(raw: unknown): Partial<Record<SwitchField, boolean>> {
  const states: Partial<Record<SwitchField, boolean>> = {};
  if (!isObject(raw)) return states;
  for (const field of SWITCH_FIELDS) {
    const value = Object.hasOwn(raw, field) ? raw[field] : undefined;
    if (typeof value === 'boolean') states[field] = value;
  }
  return states;
}

const readPosition = (raw: unknown): Position | undefined =>
  POSITIONS.find((position) => position === raw);

const readRequested = (raw: unknown) => (raw === 'stop' ? raw : readPosition(raw));

function readPositionRequest(raw: unknown): PositionRequest | undefined {
  if (!isObject(raw) || typeof raw.id !== 'string' || typeof raw.by !== 'string') return undefined;
  const at = numberOr(raw.at, undefined);
  if (at === undefined) return undefined;
  return {
    id: raw.id,
    by: raw.by,
    at,
    from: readPosition(raw.from),
    to: readRequested(raw.to),
  };
}

function readCommand(raw: unknown): Command | null {
  if (!isObject(raw) || typeof raw.id !== 'string' || typeof raw.issuedAt !== 'number') return null;
  const { outcome } = raw;
  return {
    id: raw.id,
    issuedAt: raw.issuedAt,
    by: typeof raw.by === 'string' ? raw.by : '',
    after: numberOr(raw.after, undefined),
    from: readPosition(raw.from),
    to: readRequested(raw.to),
    requestedAt: numberOr(raw.requestedAt, undefined),
    positionRequest: readPositionRequest(raw.positionRequest),
    closedAt: numberOr(raw.closedAt, undefined),
    outcome: OUTCOMES.includes(outcome) ? (outcome as CommandOutcome) : undefined,
    goal: readPosition(raw.goal),
  };
}

/** Reads a realtime hardware node; whatever a device may have written, it never throws. */
export function readRecord(raw: unknown): FlagRecord {
  const node = isObject(raw) ? raw : {};
  const reported = isObject(node.reported) ? node.reported : {};
  const lastSeen = numberOr(reported.lastSeen, null);
  const seenAt = numberOr(node.seenAt, null);
  const neverHeard = lastSeen === null && seenAt === null && node.voltage === undefined;
  return {
    deviceName: typeof node.deviceName === 'string' ? node.deviceName : null,
    voltage: neverHeard ? 0 : readVoltage(node.voltage),
    desired: readSwitches(node),
    reported: readSwitches(reported),
    lastSeen,
    seenAt,
    command: readCommand(node.command),
    moveTimeout: numberOr(node.moveTimeout, DEFAULT_MOVE_TIMEOUT_SECONDS),
    serverSteps: node.serverSteps === true,
    lock: readLock(node.lock),
  };
}

/** A flag that the realtime database does not hold: offline, 0 V, all off (spec §4). */
export const ABSENT_RECORD: FlagRecord = Object.freeze(readRecord(null));
