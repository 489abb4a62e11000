import { HOUR_MS } from './times.ts';
import type { Volts } from './volts.ts';

/** Hours of a spark line. */
export const SPARK_HOURS = 24;

/** The voltages of the last hours of a pole. */
export interface Spark {
  /** End of the last hour, epoch milliseconds. */
  until: number;
  /** SPARK_HOURS of them. */
  volts: (Volts | null)[];
}

const EMPTY = new Array<null>(SPARK_HOURS).fill(null);

/** The same, ending at `until` or later: hours of which nothing is known come in behind. */
export function endingAt(spark: Spark | null, until: number): Spark {
  if (!spark) return { until, volts: [...EMPTY] };
  const more = Math.max(0, (until - spark.until) / HOUR_MS);
  return {
    until: spark.until + more * HOUR_MS,
    volts: [...spark.volts, ...EMPTY.slice(0, more)].slice(-SPARK_HOURS),
  };
}

/** With what is known of the hour that ends at `until`. */
export function withHour(spark: Spark | null, until: number, volts: Volts): Spark {
  const next = endingAt(spark, until);
  next.volts[SPARK_HOURS - 1 - (next.until - until) / HOUR_MS] = volts;
  return next;
}
