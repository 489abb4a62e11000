import type { Verdict } from './conditions.ts';

/**
 * Milliseconds for which a condition must be known to be over before its alert ends: a pole that comes
 * and goes stays one alert. One report is enough for that: a pole counts as online, with what it
 * reported last, for longer than this.
 */
export const CALM_MS = 2 * 60_000;

/** An alert that has not ended. */
export interface OpenAlert {
  /** Since when the condition is over; null while it holds. */
  overSince: number | null;
}

/** What becomes of an alert after a look; null: nothing. */
export type AlertStep =
  | { kind: 'start'; since: number; cause: string }
  | { kind: 'calm'; overSince: number }
  | { kind: 'resume' }
  | { kind: 'end'; endedAt: number }
  | null;

/**
 * @param open null: there is no alert of this condition at the pole
 * @param now epoch milliseconds
 */
export function alertStep(open: OpenAlert | null, verdict: Verdict, now: number): AlertStep {
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
      // By a clock that has since been put back it would be over in the future.
      if (overSince === null || overSince > now) return { kind: 'calm', overSince: now };
      return now - overSince >= CALM_MS ? { kind: 'end', endedAt: overSince } : null;
  }
}
