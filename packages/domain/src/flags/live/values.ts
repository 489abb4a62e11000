import { t } from '@halyard/messages';
import { POSITIONS, type Position } from './position.ts';
import { NOTHING, type Raw } from './shapes.ts';

/** How a command ended. Only the server writes this value. */
export const OUTCOMES = ['confirmed', 'lapsed', 'no-feedback', 'cancelled'] as const;
export type CommandOutcome = (typeof OUTCOMES)[number];

/** What a command may request: a position, or to stop where the flag is now. */
export const TARGETS = [...POSITIONS, 'stop'] as const;

export const isObject = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null;

export const nodeOf = (raw: unknown): Raw => (isObject(raw) ? raw : NOTHING);

const isNumber = (raw: unknown): raw is number => typeof raw === 'number' && Number.isFinite(raw);

const readPosition = (raw: unknown): Position | undefined =>
  POSITIONS.find((position) => position === raw);

/**
 * Whether a required value was missing in the realtime node that is being read. Reset to false
 * before each node.
 */
let isIncomplete = false;

/** Reads a realtime node with `read`; returns undefined if a required value is missing. */
export function wholeOrNothing<T>(raw: unknown, read: (node: Raw) => T): T | undefined {
  if (!isObject(raw)) return undefined;
  const outer = isIncomplete;
  isIncomplete = false;
  const value = read(raw);
  const isWhole = !isIncomplete;
  isIncomplete = outer;
  return isWhole ? value : undefined;
}

function missing<T>(other: T): T {
  isIncomplete = true;
  return other;
}

/**
 * Functions that read the fields of a flag's live state, one for each kind of field. They accept
 * any written value without throwing.
 */
export const values = {
  text: (raw: unknown) => (typeof raw === 'string' ? raw : missing('')),
  textOrEmpty: (raw: unknown) => (typeof raw === 'string' ? raw : ''),
  textOrNull: (raw: unknown) => (typeof raw === 'string' ? raw : null),
  name: (raw: unknown) => (typeof raw === 'string' && raw !== '' ? raw : t`someone`),
  time: (raw: unknown) => (isNumber(raw) ? raw : missing(0)),
  timeOrZero: (raw: unknown) => (isNumber(raw) ? raw : 0),
  optionalTime: (raw: unknown) => (isNumber(raw) ? raw : undefined),
  numberOrNull: (raw: unknown) => (isNumber(raw) ? raw : null),
  isSet: (raw: unknown) => raw === true,
  optionalPosition: readPosition,
  optionalTarget: (raw: unknown) => (raw === 'stop' ? raw : readPosition(raw)),
  optionalOutcome: (raw: unknown) => OUTCOMES.find((outcome) => outcome === raw),
};
