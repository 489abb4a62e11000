import type { AlertVerdict } from './conditions.ts';

/**
 * Time in ms from the end of an alert's condition to the end of the alert. Because of this delay, a
 * pole that repeatedly goes offline and comes back causes only one alert.
 */
export const CALM_MS = 2 * 60_000;

/** A pole's open alert. */
export interface OpenAlert {
  /**
   * The time when the alert's condition ended, in epoch milliseconds; null if the condition still
   * applies.
   */
  overSince: number | null;
}

/** The change that a check makes to an alert; null for no change. */
export type AlertStep =
  | { kind: 'start'; since: number; cause: string }
  | { kind: 'calm'; overSince: number }
  | { kind: 'resume' }
  | { kind: 'end'; endedAt: number }
  | null;

/**
 * Decides how a check changes a pole's alert for one condition.
 * @param open the pole's open alert for this condition; null if there is none
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
      // `overSince` is in the future if the clock was set back in the meantime.
      if (overSince === null || overSince > now) return { kind: 'calm', overSince: now };
      return now - overSince >= CALM_MS ? { kind: 'end', endedAt: overSince } : null;
  }
}
