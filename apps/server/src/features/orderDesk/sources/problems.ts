import { type SourceDefinition, type SourceProblem, UnreadableList } from '@halyard/domain';
import { type Message, msg, plural } from '@halyard/messages';
import { FetchFailed } from '../documents/fetchDocument.ts';

/**
 * How many failures in a row count as a problem with a source of orders. A single failure may be
 * temporary.
 */
const FAILURES: Readonly<Record<SourceProblem, number>> = {
  certificate: 2,
  redirect: 2,
  unreadable: 2,
  empty: 2,
  unreachable: 3,
  silent: 1,
};
const DAY_MS = 24 * 60 * 60_000;
/** How often to check a webhook source if nothing is delivered to it, in ms. */
const WEBHOOK_MS = 60_000;
/** The maximum time in ms between two requests to a source of orders that keeps failing. */
const BACK_OFF_MAX_MS = 6 * 60 * 60_000;

/** Why a check of a source of orders failed. */
export interface SourceFailure {
  problem: SourceProblem;
  text: Message;
  /** How long a source of orders asks clients to wait, in ms. Null if it does not say. */
  retryAfterMs: number | null;
}

/**
 * Converts an error caused by a source of orders to a `SourceFailure`. Rethrows any other error.
 */
export function failureOf(error: unknown): SourceFailure {
  if (error instanceof FetchFailed) {
    const { failure, text, retryAfterMs } = error;
    return { problem: failure === 'other' ? 'unreachable' : failure, text, retryAfterMs };
  }
  if (error instanceof UnreadableList)
    return {
      problem: 'unreadable',
      text: msg`The source has an unexpected format.`,
      retryAfterMs: null,
    };
  throw error;
}

/** The failure to report if a source of orders no longer lists any entries. */
export const EMPTY: SourceFailure = {
  problem: 'empty',
  text: msg`The source no longer lists any entries.`,
  retryAfterMs: null,
};

/**
 * Whether a source of orders has failed often enough in a row for the failure to count as a
 * problem.
 */
export const isProblem = ({ problem }: SourceFailure, failures: number): boolean =>
  failures >= FAILURES[problem];

/**
 * Returns a failure if a source of orders responds but has had no new entries for too long; null
 * otherwise.
 */
export function silenceOf(
  { silentDays }: SourceDefinition,
  since: number,
  now: number,
): SourceFailure | null {
  if (silentDays === null || now - since < silentDays * DAY_MS) return null;
  return {
    problem: 'silent',
    text: msg`No new entries for ${plural({ days: silentDays }, { one: '# day', other: '# days' })}.`,
    retryAfterMs: null,
  };
}

/**
 * Returns the time in ms until the next request to a source of orders. The time doubles with each
 * failure. It is never shorter than the source asks for.
 */
export function waitMs(
  definition: SourceDefinition,
  failures: number,
  retryAfterMs: number | null,
): number {
  const every = definition.kind === 'webhook' ? WEBHOOK_MS : definition.everyMinutes * 60_000;
  const backOff = Math.min(every * 2 ** Math.min(Math.max(failures - 1, 0), 20), BACK_OFF_MAX_MS);
  return Math.max(every, backOff, Math.min(retryAfterMs ?? 0, DAY_MS));
}
