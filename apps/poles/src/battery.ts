import { SPECIFIED_VOLTAGE_LIMITS, warningAbove } from '@halyard/domain';
import type { Behaviour } from './behaviours.ts';
import { between, type Random } from './random.ts';

/** Maximum change in voltage between two reports, in volts. */
const DRIFT = 0.12;
const NORMAL: readonly [number, number] = [41, 43.5];
const { below, above } = SPECIFIED_VOLTAGE_LIMITS;
const RANGES: Partial<Record<Behaviour, readonly [number, number]>> = {
  'warning-voltage': [warningAbove(SPECIFIED_VOLTAGE_LIMITS) + 0.3, above - 0.3],
  'error-voltage': [above + 0.3, above + 2],
  'low-voltage': [below - 3.5, below - 0.3],
};

/** Returns the initial voltage, in volts, of a simulated pole with the given behavior. */
export function firstVolts(behaviour: Behaviour, random: Random): number {
  const [min, max] = RANGES[behaviour] ?? NORMAL;
  return between(random, min, max);
}

/**
 * Returns a simulated pole's next voltage, which drifts slowly within the range of the pole's
 * behavior.
 */
export function drift(volts: number, behaviour: Behaviour, random: Random): number {
  const [min, max] = RANGES[behaviour] ?? NORMAL;
  return Math.min(max, Math.max(min, volts + between(random, -DRIFT, DRIFT)));
}

/**
 * Returns the `voltage` value that the pole sends: volts rounded to two decimals. Poles with
 * certain behaviors send a fixed string instead.
 */
export function voltageValue(volts: number, behaviour: Behaviour): number | string {
  if (behaviour === 'string-voltage') return '42.7';
  if (behaviour === 'na-voltage') return 'n/a';
  return Math.round(volts * 100) / 100;
}
