import { t } from '@halyard/messages';
import { commandPhase } from '../flags/command.ts';
import type { VoltageLimits } from '../flags/limits.ts';
import { isOnline } from '../flags/presence.ts';
import type { FlagRecord } from '../flags/record.ts';
import { judgeVoltage } from '../flags/voltage.ts';
import { textTable } from '../language/textTable.ts';

/** The reasons why a pole might not be able to follow an order. */
export const UNREADY = ['offline', 'voltage', 'last-move-failed'] as const;
export type Unready = (typeof UNREADY)[number];

/** The labels of the reasons why a pole isn't ready, for lists and emails. */
export const UNREADY_LABELS = /* @__PURE__ */ textTable<Unready>({
  offline: () => t`Offline`,
  voltage: () => t`Voltage out of range`,
  'last-move-failed': () => t`Last move failed`,
});

/**
 * Returns the reasons why a pole might not be able to follow an order at `now` (epoch
 * milliseconds); empty if it is ready.
 * @param limits the voltage limits of the pole's company
 */
export function unready(record: FlagRecord, limits: VoltageLimits, now: number): Unready[] {
  const reasons: Unready[] = [];
  if (!isOnline(record, now)) reasons.push('offline');
  // The last voltage of an offline pole is not a current reading.
  else if (judgeVoltage(record.voltage, limits).outside !== null) reasons.push('voltage');
  const phase = commandPhase(record, now);
  const failed = phase === 'not-confirmed' || phase === 'lapsed';
  if (failed || (phase === 'none' && record.command?.outcome === 'lapsed')) {
    reasons.push('last-move-failed');
  }
  return reasons;
}
