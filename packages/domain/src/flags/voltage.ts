import { SPECIFIED_VOLTAGE_LIMITS, VOLTAGE_WARNING_MARGIN, type VoltageLimits } from './limits.ts';

export type VoltageStatus = 'normal' | 'warning' | 'error';

/** How a voltage compares with its limits. */
export interface VoltageJudgment {
  /** The status of the pole's voltage, shown next to the value. */
  status: VoltageStatus;
  /**
   * Whether the voltage is below (`low`) or above (`high`) the limits; null if it is within them.
   */
  outside: 'low' | 'high' | null;
}

/** Reads a voltage from a number or a numeric string (spec §3). Null for anything else. */
export function readVoltage(raw: unknown): number | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  if (typeof raw !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(raw)) return null;
  return Number(raw);
}

/** Voltages above this value cause a warning, even if they are within the limits. */
export const warningAbove = ({ above }: VoltageLimits): number => above - VOLTAGE_WARNING_MARGIN;

/**
 * Compares a voltage with its limits. The specification has no status for a low voltage (spec §4),
 * so a low voltage is an error only if the company has its own limits.
 * @param volts null if there is no reading
 * @param limits the company's limits, or the specification's if the company has none of its own
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

/**
 * Returns the voltage with one decimal and the unit, such as "44.1 V"; "–" if there is no reading.
 */
export function formatVoltage(volts: number | null): string {
  return volts === null ? '–' : `${volts.toFixed(1)} V`;
}
