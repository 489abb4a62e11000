import { VOLTAGE_ALERT_BELOW, VOLTAGE_ERROR_ABOVE, VOLTAGE_WARNING_ABOVE } from './limits.ts';

export type VoltageStatus = 'normal' | 'warning' | 'error';

/** Volts from what a device wrote: a number or a numeric string (spec §3); anything else is null. */
export function readVoltage(raw: unknown): number | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  if (typeof raw !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(raw)) return null;
  return Number(raw);
}

/** The status shown beside a voltage (spec §4): above 48 error, above 44 warning. */
export function voltageStatus(volts: number | null): VoltageStatus {
  if (volts === null) return 'normal';
  if (volts > VOLTAGE_ERROR_ABOVE) return 'error';
  return volts > VOLTAGE_WARNING_ABOVE ? 'warning' : 'normal';
}

const ALERT_RANGE = { below: VOLTAGE_ALERT_BELOW, above: VOLTAGE_ERROR_ABOVE };

/**
 * Whether an online flag's voltage counts as an alert (spec §4): above 48 or below 40.
 * @param range other thresholds, in volts
 */
export function isVoltageAlert(volts: number | null, range = ALERT_RANGE): boolean {
  return volts !== null && (volts > range.above || volts < range.below);
}

/** One decimal and V; "–" where there is no reading. */
export function formatVoltage(volts: number | null): string {
  return volts === null ? '–' : `${volts.toFixed(1)} V`;
}
