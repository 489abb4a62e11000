import { type Alert, durationText, likelyCause } from '@halyard/domain';
import { t } from '@lingui/core/macro';

const MINUTE = 60_000;

/** Formats how long an alert has been open, to the minute: "under 1 min", "3 h 12 min". */
export function openFor(since: number, now: number): string {
  const minutes = Math.floor((now - since) / MINUTE);
  if (minutes < 1) return t`under 1 min`;
  return minutes === 1 ? t`1 min` : durationText(minutes * MINUTE);
}

/**
 * Returns the probable reason why a pole is offline. Null if no reason is known, or if the alert is
 * not about an offline pole.
 */
export const likelyReason = ({ neighbors }: Alert): string | null =>
  neighbors && likelyCause({ isNew: false, neighbors, lowVoltage: null });
