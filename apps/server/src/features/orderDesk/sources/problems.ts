import { type SourceDefinition, type SourceProblem, UnreadableList } from '@halyard/domain';
import { type Message, msg, plural } from '@halyard/messages';
import { FetchFailed } from '../documents/fetchDocument.ts';

/** Failures in a row after which a source has a problem; one alone may be chance. */
const FAILURES: Readonly<Record<SourceProblem, number>> = {
  certificate: 2,
  redirect: 2,
  unreadable: 2,
  empty: 2,
  unreachable: 3,
  silent: 1,
};
const DAY_MS = 24 * 60 * 60_000;
/** Milliseconds until a webhook is looked at again, if nothing is delivered. */
const WEBHOOK_MS = 60_000;
/** Maximum number of milliseconds between two requests to a source that fails. */
const BACK_OFF_MAX_MS = 6 * 60 * 60_000;

/** Why a source could not be read this time. */
export interface SourceFailure {
  problem: SourceProblem;
  text: Message;
  /** Milliseconds that the source asks to wait; null if it does not. */
  retryAfterMs: number | null;
}

/** Returns what an error of one attempt means; throws errors of another kind. */
export function failureOf(error: unknown): SourceFailure {
  if (error instanceof FetchFailed) {
    const { failure, text, retryAfterMs } = error;
    return { problem: failure === 'other' ? 'unreachable' : failure, text, retryAfterMs };
  }
  if (error instanceof UnreadableList)
    return {
      problem: 'unreadable',
      text: msg`The source has another format than expected.`,
      retryAfterMs: null,
    };
  throw error;
}

/** The failure of a source that responds, but lists nothing. */
export const EMPTY: SourceFailure = {
  problem: 'empty',
  text: msg`The source lists no entries any more.`,
  retryAfterMs: null,
};

/** Returns whether a failure has happened often enough in a row to be a problem. */
export const isProblem = ({ problem }: SourceFailure, failures: number): boolean =>
  failures >= FAILURES[problem];

/** Returns the problem of a source that responds but has had no new entry for too long. */
export function silenceOf(
  { silentDays }: SourceDefinition,
  since: number,
  now: number,
): SourceFailure | null {
  if (silentDays === null || now - since < silentDays * DAY_MS) return null;
  return {
    problem: 'silent',
    text: msg`No new entry for ${plural({ days: silentDays }, { one: '# day', other: '# days' })}.`,
    retryAfterMs: null,
  };
}

/**
 * Returns the milliseconds until the next request: twice as long after each failure, and at least
 * as long as the source asks.
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
