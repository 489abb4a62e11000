import { SPECIFIED_VOLTAGE_LIMITS, VOLTAGE_WARNING_MARGIN, type VoltageLimits } from './limits.ts';

export type VoltageStatus = 'normal' | 'warning' | 'error';

/** What a voltage means. */
export interface VoltageJudgment {
  /** The word beside it in a row. */
  status: VoltageStatus;
  /** On which side of the limits it is; null: within them. */
  outside: 'low' | 'high' | null;
}

/** Volts from what a device wrote: a number or a numeric string (spec §3); anything else is null. */
export function readVoltage(raw: unknown): number | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  if (typeof raw !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(raw)) return null;
  return Number(raw);
}

/** Volts above which a voltage within the limits is a warning. */
export const warningAbove = ({ above }: VoltageLimits): number => above - VOLTAGE_WARNING_MARGIN;

/**
 * The only place that decides what a voltage means: for rows, charts, alerts, mails and metrics. The
 * specification knows no word for a voltage that is too low (spec §4: above 48 error, above 44 warning),
 * so only other limits than its own make that an error.
 * @param volts null: no reading
 * @param limits the company's, else the specification's
 */
export function judgeVoltage(volts: number | null, limits: VoltageLimits): VoltageJudgment {
  if (volts === null) return { status: 'normal', outside: null };
  if (volts > limits.above) return { status: 'error', outside: 'high' };
  if (volts < limits.below)
    return { status: isSpecified(limits) ? 'normal' : 'error', outside: 'low' };
  return { status: volts > warningAbove(limits) ? 'warning' : 'normal', outside: null };
}

const isSpecified = ({ below, above }: VoltageLimits): boolean =>
  below === SPECIFIED_VOLTAGE_LIMITS.below && above === SPECIFIED_VOLTAGE_LIMITS.above;

/** One decimal and V; "–" where there is no reading. */
export function formatVoltage(volts: number | null): string {
  return volts === null ? '–' : `${volts.toFixed(1)} V`;
}
