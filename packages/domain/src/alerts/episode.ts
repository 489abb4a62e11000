import type { AlertVerdict } from './conditions.ts';

/**
 * How long a condition must be over before its alert ends, in milliseconds, so that a pole that
 * keeps switching between online and offline causes only one alert. A single report is enough: a
 * pole counts as online, with its last reported values, for longer than this.
 */
export const CALM_MS = 2 * 60_000;

/** An alert that has not ended. */
export interface OpenAlert {
  /** Since when the condition has been over, in epoch milliseconds; null while it lasts. */
  overSince: number | null;
}

/** The change to an alert after a check; null if none. */
export type AlertStep =
  | { kind: 'start'; since: number; cause: string }
  | { kind: 'calm'; overSince: number }
  | { kind: 'resume' }
  | { kind: 'end'; endedAt: number }
  | null;

/**
 * Decides what changes for a pole's alert of one condition.
 * @param open the alert that has not ended; null if there is none
 * @param now epoch milliseconds
 */
export function alertStep(open: OpenAlert | null, verdict: AlertVerdict, now: number): AlertStep {
  if (open === null)
    return verdict.kind === 'holds'
      ? { kind: 'start', since: verdict.since, cause: verdict.cause }
      : null;
  const { overSince } = open;
  switch (verdict.kind) {
    case 'unknown':
      return null;
    case 'holds':
      return overSince === null ? null : { kind: 'resume' };
    case 'over':
      // If the clock was set back in between, `overSince` is in the future.
      if (overSince === null || overSince > now) return { kind: 'calm', overSince: now };
      return now - overSince >= CALM_MS ? { kind: 'end', endedAt: overSince } : null;
  }
}
