import { UPTIME_TARGET_PERCENT } from '../flags/limits.ts';
import type { FlagView } from '../flags/view.ts';
import type { AlertCondition } from './conditionNames.ts';

/** A flag with its open alerts and live state. */
export interface AlertedView {
  openAlerts: readonly AlertCondition[];
  view: Pick<FlagView, 'isOnline' | 'command'>;
}

/** An item in a list of flags. It can stand for several flags with identical data. */
export interface Counted {
  /** The number of flags that the item represents; 1 if omitted. */
  count?: number;
}

/**
 * Whether the flag is online and has an open voltage alert. Offline flags are excluded, because
 * their last voltage is not a current reading.
 */
export const hasVoltageAlert = (
  openAlerts: readonly AlertCondition[],
  view: Pick<FlagView, 'isOnline'>,
): boolean => view.isOnline && openAlerts.includes('voltage');

/** The numbers on the dashboard's four cards (spec §2). */
export interface FlagSummary {
  total: number;
  online: number;
  /** Percentage of flags that are online, as a whole number; 0 if there are no flags. */
  uptimePercent: number;
  /**
   * Whether the uptime is high enough to be shown as a positive trend; null if there are no flags.
   */
  uptimeIsPositive: boolean | null;
  /** Number of online flags with an open voltage alert. */
  alerts: number;
  /**
   * Number of open alerts by condition, not counting voltage alerts. Conditions without alerts are
   * left out.
   */
  otherAlerts: Partial<Record<AlertCondition, number>>;
  /** Number of flags whose pole did not confirm its last command within the time limit. */
  notConfirmed: number;
}

export function summarise(flags: Iterable<AlertedView & Counted>): FlagSummary {
  let total = 0;
  let online = 0;
  let alerts = 0;
  let notConfirmed = 0;
  const otherAlerts: FlagSummary['otherAlerts'] = {};
  for (const { openAlerts, view, count = 1 } of flags) {
    total += count;
    if (view.isOnline) online += count;
    if (hasVoltageAlert(openAlerts, view)) alerts += count;
    for (const condition of openAlerts)
      if (condition !== 'voltage') otherAlerts[condition] = (otherAlerts[condition] ?? 0) + count;
    if (view.command === 'not-confirmed') notConfirmed += count;
  }
  return { total, online, ...uptimeOf({ total, online }), alerts, otherAlerts, notConfirmed };
}

/**
 * Returns the percentage of flags that are online, and whether it is high enough for a positive
 * trend.
 */
export function uptimeOf({
  total,
  online,
}: Pick<FlagSummary, 'total' | 'online'>): Pick<FlagSummary, 'uptimePercent' | 'uptimeIsPositive'> {
  const ratio = total === 0 ? 0 : (online / total) * 100;
  return {
    uptimePercent: Math.round(ratio),
    uptimeIsPositive: total === 0 ? null : ratio >= UPTIME_TARGET_PERCENT,
  };
}
