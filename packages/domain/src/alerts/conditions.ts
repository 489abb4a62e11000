import { plural, t } from '@halyard/messages';
import { commandPhase, sentAt } from '../flags/command.ts';
import { COMMAND_LAPSE_MS } from '../flags/limits.ts';
import { isLocked } from '../flags/lock.ts';
import { reportedPosition } from '../flags/motion.ts';
import { isOnline, lastSeenAt } from '../flags/presence.ts';
import type { FlagRecord } from '../flags/record.ts';
import { formatVoltage, judgeVoltage } from '../flags/voltage.ts';
import { durationText } from '../time/duration.ts';
import type { AlertCondition } from './conditionNames.ts';
import { type AlertSettings, voltageLimitsOf } from './settings.ts';

/** Maximum age, in ms, of a failed movement that can start an alert. */
const NEWS_MS = 24 * 60 * 60_000;

/** Everything that determines whether an alert condition is met at a pole. */
export interface AlertSituation {
  record: FlagRecord;
  /** The half-staff engine's description of a problem at the pole; null if there is none. */
  engineAlarm: string | null;
  /** The pole's wrong position, if users should be alerted about it now; otherwise null. */
  wrongPosition: { since: number; cause: string } | null;
  limits: Pick<AlertSettings, 'offlineMinutes' | 'voltageBelow' | 'voltageAbove'>;
  /**
   * The start of the current period in which the server has been able to receive reports without
   * interruption, in epoch milliseconds.
   */
  listeningSince: number;
  /** The current time in epoch milliseconds. */
  now: number;
}

/**
 * The result of checking an alert condition at a pole. `holds`: the condition has been met since
 * `since` (epoch milliseconds) because of `cause`; `over`: it is not met; `unknown`: the available
 * data does not show whether it is met.
 */
export type AlertVerdict =
  | { kind: 'holds'; since: number; cause: string }
  | { kind: 'over' }
  | { kind: 'unknown' };

const OVER: AlertVerdict = { kind: 'over' };
const UNKNOWN: AlertVerdict = { kind: 'unknown' };

/**
 * Returns the result for an alert condition that is met.
 * @param since when the condition began, in epoch milliseconds
 * @param causeOf returns the text of the cause; called only if an alert starts
 */
const holds = (since: number, causeOf: () => string): AlertVerdict => ({
  kind: 'holds',
  since,
  get cause() {
    return causeOf();
  },
});

const JUDGES: Record<AlertCondition, (situation: AlertSituation) => AlertVerdict> = {
  offline({ record, limits, listeningSince, now }) {
    const seen = lastSeenAt(record, now);
    if (seen !== null && isOnline(record, now)) return OVER;
    // A pole that has never reported is not installed yet. Time before `listeningSince` does not
    // count.
    if (seen === null || now - Math.max(seen, listeningSince) < limits.offlineMinutes * 60_000)
      return UNKNOWN;
    return holds(seen, () => silenceText(limits.offlineMinutes, record.voltage));
  },
  voltage({ record, limits, now }) {
    const seen = lastSeenAt(record, now);
    // The last voltage of an offline pole is not a current reading.
    if (seen === null || !isOnline(record, now) || record.voltage === null) return UNKNOWN;
    const { below, above } = voltageLimitsOf(limits);
    const { outside } = judgeVoltage(record.voltage, { below, above });
    if (outside === null) return OVER;
    const voltage = formatVoltage(record.voltage);
    return holds(now, () =>
      outside === 'low'
        ? t`${{ voltage }}, below ${{ limit: below }} V.`
        : t`${{ voltage }}, above ${{ limit: above }} V.`,
    );
  },
  'not-confirmed'({ record, now }) {
    if (commandPhase(record, now) !== 'not-confirmed' || !record.command) return OVER;
    const since = sentAt(record.command) + record.moveTimeout * 1000;
    return holds(since, () => `${t`No response yet.`} ${lastReported(record)}`);
  },
  'movement-failed'({ record, engineAlarm, now }) {
    if (engineAlarm !== null) return { kind: 'holds', since: now, cause: engineAlarm };
    const { command } = record;
    const phase = commandPhase(record, now);
    // A command in progress may still succeed.
    if (phase === 'pending' || phase === 'not-confirmed') return UNKNOWN;
    if (command?.outcome !== 'lapsed') return OVER;
    const since = command.closedAt ?? sentAt(command);
    if (now - since > NEWS_MS) return UNKNOWN;
    return holds(since, () => {
      const silence = t`No response for ${{ duration: durationText(COMMAND_LAPSE_MS) }}.`;
      return `${silence} ${lastReported(record)}`;
    });
  },
  'wrong-position'({ record, wrongPosition, now }) {
    const seen = lastSeenAt(record, now);
    // The position of an offline pole is unknown.
    if (seen === null || !isOnline(record, now)) return UNKNOWN;
    return wrongPosition ? { kind: 'holds', ...wrongPosition } : OVER;
  },
};

/**
 * Checks an alert condition for a pole. Never returns `holds` for a locked pole, so that it gets no
 * new alert.
 */
export function judgeAlert(condition: AlertCondition, situation: AlertSituation): AlertVerdict {
  const verdict = JUDGES[condition](situation);
  return verdict.kind === 'holds' && isLocked(situation.record) ? UNKNOWN : verdict;
}

function silenceText(minutes: number, volts: number | null): string {
  const silence = t`No report for more than ${plural({ minutes }, { one: '# minute', other: '# minutes' })}.`;
  if (volts === null) return silence;
  return `${silence} ${t`Last voltage ${{ voltage: formatVoltage(volts) }}.`}`;
}

function lastReported(record: FlagRecord): string {
  switch (reportedPosition(record)) {
    case 'up':
      return t`Last reported: up.`;
    case 'half':
      return t`Last reported: half-staff.`;
    case 'down':
      return t`Last reported: down.`;
    case null:
      return t`The last report contained no position.`;
  }
}
