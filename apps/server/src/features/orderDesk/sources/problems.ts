import { type SourceDefinition, type SourceProblem, UnreadableList } from '@halyard/domain';
import { type Message, msg, plural } from '@halyard/messages';
import { FetchFailed } from '../documents/fetchDocument.ts';

/**
 * Number of consecutive failures after which a source has a problem. A single one may be a
 * coincidence.
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
/** Time in ms until a webhook is checked again, if nothing is delivered. */
const WEBHOOK_MS = 60_000;
/** Maximum time in ms between two requests to a failing source. */
const BACK_OFF_MAX_MS = 6 * 60 * 60_000;

/** Why a check of a source failed. */
export interface SourceFailure {
  problem: SourceProblem;
  text: Message;
  /** How long the source asks to wait, in ms; null if it does not ask. */
  retryAfterMs: number | null;
}

/** Returns the failure that an error stands for. Rethrows errors of other kinds. */
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

/** The failure of a source that responds but lists no entries. */
export const EMPTY: SourceFailure = {
  problem: 'empty',
  text: msg`The source no longer lists any entries.`,
  retryAfterMs: null,
};

/** Whether a failure has occurred often enough in a row to count as a problem. */
export const isProblem = ({ problem }: SourceFailure, failures: number): boolean =>
  failures >= FAILURES[problem];

/**
 * Returns the problem of a source that responds but has had no new entry for too long; null if
 * there is none.
 */
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
 * Returns the time in ms until the next request, which doubles with each failure and is at least as
 * long as the source asks for.
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
