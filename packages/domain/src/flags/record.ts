import { DEFAULT_MOVE_TIMEOUT_SECONDS } from './limits.ts';
import { commandShape, positionRequestShape, type Raw, recordShape } from './live/shapes.ts';
import { SWITCH_FIELDS, type SwitchField } from './live/switches.ts';
import { isObject, nodeOf, values, wholeOrNothing } from './live/values.ts';
import { readLock } from './lock.ts';
import { readVoltage } from './voltage.ts';

/** Makes each field of `T` optional if its value may be undefined. */
type Tolerant<T> = {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
} & { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };

/** Who last requested a position, and when. */
export interface PositionRequest extends Tolerant<ReturnType<typeof positionRequestOf>> {}

/** The position request that a lamp command contains if no one has ever requested a position. */
export const NO_POSITION_REQUEST: PositionRequest = Object.freeze({ id: '', by: '', at: 0 });

/** The fields of one request to a pole, apart from the desired switches (decisions, "Commands"). */
export interface Command extends Tolerant<ReturnType<typeof commandOf>> {}

/**
 * A flag's live state, read from the realtime node users/{owner}/hardware/{flagId}. Invalid values
 * count as missing.
 */
export interface FlagRecord extends ReturnType<typeof readRecord> {}

const positionRequestOf = (node: Raw) => positionRequestShape(values, node);

const commandValues = {
  ...values,
  positionRequest: (raw: unknown): PositionRequest | undefined =>
    wholeOrNothing(raw, positionRequestOf),
};
const commandOf = (node: Raw) => commandShape(commandValues, node);

function readSwitches(raw: unknown): Partial<Record<SwitchField, boolean>> {
  const states: Partial<Record<SwitchField, boolean>> = {};
  if (!isObject(raw)) return states;
  for (const field of SWITCH_FIELDS) {
    const value = Object.hasOwn(raw, field) ? raw[field] : undefined;
    if (typeof value === 'boolean') states[field] = value;
  }
  return states;
}

const recordValues = {
  ...values,
  voltage: readVoltage,
  switches: readSwitches,
  seconds: (raw: unknown) => values.numberOrNull(raw) ?? DEFAULT_MOVE_TIMEOUT_SECONDS,
  command: (raw: unknown): Command | null => wholeOrNothing(raw, commandOf) ?? null,
  lock: readLock,
};

/** Reads a realtime hardware node. Never throws, regardless of what the device wrote. */
export function readRecord(raw: unknown) {
  const node = nodeOf(raw);
  return recordShape(recordValues, node, nodeOf(node.reported));
}

/** The record of a flag without realtime data: offline, all switches off (spec §4), no voltage. */
export const ABSENT_RECORD: FlagRecord = Object.freeze(readRecord(null));
