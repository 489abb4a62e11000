import {
  ALERT_CONDITIONS,
  type AlertSettings,
  type AlertSituation,
  alertStep,
  CALM_MS,
  isOnline,
  judgeAlert,
  judgeVoltage,
  lastSeenAt,
  nextChangeAt,
  voltageLimitsOf,
} from '@halyard/domain';
import type { HalfStaffFlag } from '../../../halfStaff/poles/poles.ts';
import type { OpenOfFlag } from './openAlerts.ts';
import type { PositionFault } from './positions.ts';
import type { AlertChange } from './store.ts';

/**
 * A pole and the data that determines which alerts it has. Does not include the pole's live state.
 */
export interface JudgedPole {
  readonly flag: Pick<HalfStaffFlag, 'id' | 'company'>;
  /**
   * Why the pole's position is wrong. Null if it is right or has not been wrong for long enough.
   */
  fault: PositionFault | null;
  /** The problem that the half-staff engine reports about the pole. Null if there is none. */
  alarm: string | null;
}

/**
 * The alert settings, the current time, and the time when the process started to receive reports.
 * Both times are in epoch milliseconds.
 */
export interface Check {
  limits: AlertSettings;
  listeningSince: number;
  now: number;
}

/** Returns which alerts of a pole start, end or change. */
export function alertChangesOf(
  { flag, alarm, fault }: JudgedPole,
  open: OpenOfFlag,
  check: Check & Pick<AlertSituation, 'record'>,
): AlertChange[] {
  const situation: AlertSituation = { ...check, engineAlarm: alarm, wrongPosition: fault };
  return ALERT_CONDITIONS.flatMap((condition) => {
    if (!check.limits.on[condition]) return [];
    const known = open.get(condition) ?? null;
    const step = alertStep(known, judgeAlert(condition, situation), check.now);
    return step
      ? [{ flagId: flag.id, companyId: flag.company.id, condition, open: known, step }]
      : [];
  });
}

/**
 * Returns the earliest time when the pole's alerts may change even if the pole reports nothing, in
 * epoch milliseconds. Infinity if there is no such time. Ignores alerts about the pole's position.
 */
export function alertsChangeAt(
  record: AlertSituation['record'],
  { open, limits, listeningSince, now }: Check & { open: OpenOfFlag },
): number {
  let next = nextChangeAt(record, now);
  const consider = (at: number) => {
    if (at > now && at < next) next = at;
  };
  const seen = lastSeenAt(record, now);
  if (seen !== null && !isOnline(record, now))
    consider(Math.max(seen, listeningSince) + limits.offlineMinutes * 60_000);
  for (const { overSince } of open.values()) if (overSince !== null) consider(overSince + CALM_MS);
  return next;
}

/** Returns whether the voltage is below, above or within the limits. */
export function voltageSide(
  { voltage }: Pick<AlertSituation['record'], 'voltage'>,
  limits: AlertSituation['limits'],
): string {
  if (voltage === null) return 'unknown';
  const { below, above } = voltageLimitsOf(limits);
  return judgeVoltage(voltage, { below, above }).outside ?? 'inside';
}
