import { t } from '@halyard/messages';
import { z } from 'zod';
import { isPlainText, NOT_PLAIN } from '../fields.ts';
import { POSITIONS } from '../flags/live/position.ts';
import { queriedMoment } from './logPages.ts';

/** The time ranges for a flag's chart, each ending now: 24 hours, 7 days, 30 days and 366 days. */
export const HISTORY_RANGES = ['day', 'week', 'month', 'year'] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** The shortest and longest period that a chart may show, in milliseconds. */
export const HISTORY_LENGTH = { least: 10 * 60_000, most: 400 * 24 * 3_600_000 };

/** The time range of a chart: a range that ends now, or a past period from `from` to `until`. */
export const historyQuery = z
  .object({
    range: z.enum(HISTORY_RANGES, t`The range must be day, week, month or year`).optional(),
    from: queriedMoment.optional(),
    until: queriedMoment.optional(),
  })
  .refine(
    ({ range, from, until }) =>
      range === undefined
        ? from !== undefined && until !== undefined
        : from === undefined && until === undefined,
    { error: t`Specify a range, or from and until.` },
  )
  .refine(
    ({ from = 0, until = HISTORY_LENGTH.least }) =>
      until - from >= HISTORY_LENGTH.least && until - from <= HISTORY_LENGTH.most,
    { error: t`Charts can cover 10 minutes to 400 days.` },
  );
export type HistoryQuery = z.output<typeof historyQuery>;

/** A period of time, in epoch milliseconds. */
const span = z.object({ from: z.number(), until: z.number() });

/**
 * One point of the voltage chart: the lowest, mean and highest voltage reported in the period that
 * the point covers; null if none was reported.
 */
export const historyPoint = span.extend({
  low: z.number().nullable(),
  mean: z.number().nullable(),
  high: z.number().nullable(),
});
export type HistoryPoint = z.infer<typeof historyPoint>;

/**
 * A part of the chart's period, and the fraction of that time during which the pole was online,
 * from 0 to 1; null if unknown.
 */
export const historyPresence = span.extend({ online: z.number().nullable() });
export type HistoryPresence = z.infer<typeof historyPresence>;

/**
 * A part of the chart's period, and the position that the pole reported for most of that time; null
 * if it reported no position.
 */
export const historyPosition = span.extend({ position: z.enum(POSITIONS).nullable() });
export type HistoryPosition = z.infer<typeof historyPosition>;

/**
 * A period during which an order or day called for half-staff at the pole, according to the ledger.
 */
export const historyHalfStaff = span.extend({ title: z.string() });
export type HistoryHalfStaff = z.infer<typeof historyHalfStaff>;

/** One pole's history in a period, with only as many points as a chart can show. */
export const flagHistory = span.extend({
  /**
   * IANA time zone of the location. Charts with one point per day use the days of this time zone.
   */
  timeZone: z.string(),
  /**
   * The points of the chart. Each covers between 5 minutes and a day, depending on the length of
   * the chart and on how detailed the stored data is.
   */
  points: z.array(historyPoint),
  /** Whether each point of the chart covers a day in the location's time zone. */
  byDays: z.boolean(),
  /**
   * The pole's exact online and offline periods if the whole chart is within the last 35 days.
   * Otherwise, one item per day.
   */
  presence: z.array(historyPresence),
  positions: z.array(historyPosition),
  halfStaff: z.array(historyHalfStaff),
});
export type FlagHistory = z.infer<typeof flagHistory>;

/** Number of days in the uptime strip. */
export const UPTIME_DAYS = 90;

/**
 * One day in the location's time zone. `online` and `offline` do not include times for which it is
 * unknown whether the pole was online.
 */
export const uptimeDay = z.object({
  /** The date as `YYYY-MM-DD`. */
  date: z.string(),
  /** Time in ms that the pole was online. */
  online: z.number(),
  /** Time in ms that the pole was offline, not counting time when its status is unknown. */
  offline: z.number(),
});
export type UptimeDay = z.infer<typeof uptimeDay>;

export const flagUptime = z.object({
  timeZone: z.string(),
  /** The pole's uptime on each of the last `UPTIME_DAYS` days, ending today. */
  days: z.array(uptimeDay),
});
export type FlagUptime = z.infer<typeof flagUptime>;

/** Maximum number of flags in one request for the voltages of the last 24 hours. */
export const SPARKLINES_MAX = 200;

const SPARKLINES_TEXT = t`Enter at most ${{ most: SPARKLINES_MAX }} flag IDs, separated by commas`;

export const sparklinesQuery = z.object({
  /**
   * The `id` values of flags, separated by commas. Defaults to all flags that the caller may see.
   */
  flags: z
    .string()
    .max(15_000, SPARKLINES_TEXT)
    .refine(isPlainText, NOT_PLAIN)
    .refine((list) => list.split(',').length <= SPARKLINES_MAX, SPARKLINES_TEXT)
    .optional(),
});
export type SparklinesQuery = z.output<typeof sparklinesQuery>;

/** The hourly voltages of the last 24 hours for each requested flag that the caller may see. */
export const sparklines = z.object({
  /** The end of the most recent hour that has voltage data, in epoch milliseconds. */
  until: z.number(),
  /**
   * The voltages by flag, in tenths of a volt, one per hour. Null if the pole reported no voltage
   * in that hour. Flags without any voltage are left out.
   */
  volts: z.record(z.string(), z.array(z.number().nullable())),
});
export type Sparklines = z.infer<typeof sparklines>;
