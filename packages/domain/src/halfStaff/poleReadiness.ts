import { commandPhase } from '../flags/command.ts';
import type { VoltageLimits } from '../flags/limits.ts';
import { isOnline } from '../flags/presence.ts';
import type { FlagRecord } from '../flags/record.ts';
import { judgeVoltage } from '../flags/voltage.ts';

/** Why a pole may fail to follow. */
export const UNREADY = ['offline', 'voltage', 'last-move-failed'] as const;
export type Unready = (typeof UNREADY)[number];

/** Text in lists and mail. */
export const UNREADY_LABELS: Record<Unready, string> = {
  offline: 'Offline',
  voltage: 'Voltage out of range',
  'last-move-failed': 'Last movement failed',
};

/**
 * What speaks against a pole's following at `now`; empty where it is ready.
 * @param limits its company's
 */
export function unready(record: FlagRecord, limits: VoltageLimits, now: number): Unready[] {
  const reasons: Unready[] = [];
  if (!isOnline(record, now)) reasons.push('offline');
  // The voltage of a pole that is away is no reading.
  else if (judgeVoltage(record.voltage, limits).outside !== null) reasons.push('voltage');
  const phase = commandPhase(record, now);
  const failed = phase === 'not-confirmed' || phase === 'lapsed';
  if (failed || (phase === 'none' && record.command?.outcome === 'lapsed')) {
    reasons.push('last-move-failed');
  }
  return reasons;
}
