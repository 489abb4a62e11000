import { HOUR_MS } from './times.ts';
import type { VoltageSlot } from './voltageSlots.ts';

/** The number of hours in a small voltage chart. */
export const SPARK_HOURS = 24;

/** A pole's recent hourly voltages, for a small chart. */
export interface Spark {
  /** The end of the most recent hour in the small voltage chart, in epoch milliseconds. */
  until: number;
  /** One value per hour, `SPARK_HOURS` in total. Null if the voltage is unknown. */
  volts: (VoltageSlot | null)[];
}

const EMPTY = new Array<null>(SPARK_HOURS).fill(null);

/**
 * Moves a small voltage chart forward, so that it ends at `until` or later. The new hours are
 * empty, and the oldest hours are dropped.
 */
export function endingAt(spark: Spark | null, until: number): Spark {
  if (!spark) return { until, volts: [...EMPTY] };
  const more = Math.max(0, (until - spark.until) / HOUR_MS);
  return {
    until: spark.until + more * HOUR_MS,
    volts: [...spark.volts, ...EMPTY.slice(0, more)].slice(-SPARK_HOURS),
  };
}

/** Adds the voltages of the hour that ends at `until` to a small voltage chart. */
export function withHour(spark: Spark | null, until: number, volts: VoltageSlot): Spark {
  const next = endingAt(spark, until);
  next.volts[SPARK_HOURS - 1 - (next.until - until) / HOUR_MS] = volts;
  return next;
}
