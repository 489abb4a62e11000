import { z } from 'zod';
import { POSITIONS } from '../flags/live/position.ts';

/** Times of a flag's chart: 24 hours, 7 days, 30 days and 366 days. Each ends now. */
export const HISTORY_RANGES = ['day', 'week', 'month', 'year'] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

/** Milliseconds that a chart may show at least and at most. */
export const HISTORY_LENGTH = { least: 10 * 60_000, most: 400 * 24 * 3_600_000 };

const chartMoment = z.coerce
  .number({ error: 'Times are milliseconds since 1970.' })
  .int('Times are milliseconds since 1970.')
  .min(0, 'Times are milliseconds since 1970.')
  .max(8.64e15, 'Times are milliseconds since 1970.');

/** Either a range, or a part of the past from one moment to another. */
export const historyQuery = z
  .object({
    range: z.enum(HISTORY_RANGES, 'The range must be day, week, month or year').optional(),
    from: chartMoment.optional(),
    until: chartMoment.optional(),
  })
  .refine(
    ({ range, from, until }) =>
      range === undefined
        ? from !== undefined && until !== undefined
        : from === undefined && until === undefined,
    { error: 'Give a range, or from and until.' },
  )
  .refine(
    ({ from = 0, until = HISTORY_LENGTH.least }) =>
      until - from >= HISTORY_LENGTH.least && until - from <= HISTORY_LENGTH.most,
    { error: 'Charts show 10 minutes to 400 days.' },
  );
export type HistoryQuery = z.output<typeof historyQuery>;

/** Moments are epoch milliseconds, here and below. */
const span = z.object({ from: z.number(), until: z.number() });

/** One point of the chart: the voltages reported within it; null where none was. */
export const historyPoint = span.extend({
  low: z.number().nullable(),
  mean: z.number().nullable(),
  high: z.number().nullable(),
});
export type HistoryPoint = z.infer<typeof historyPoint>;

/** A stretch of time in which a pole was online for this share of it, 0 to 1; null: unknown. */
export const historyPresence = span.extend({ online: z.number().nullable() });
export type HistoryPresence = z.infer<typeof historyPresence>;

/** A stretch in which a pole was mostly there, by its own word; null: it was not heard, or said none. */
export const historyPosition = span.extend({ position: z.enum(POSITIONS).nullable() });
export type HistoryPosition = z.infer<typeof historyPosition>;

/** A time in which an order or day asked for half-staff at the pole, by the ledger. */
export const historyHalfStaff = span.extend({ title: z.string() });
export type HistoryHalfStaff = z.infer<typeof historyHalfStaff>;

/** One pole's past between two moments: few enough of everything to be drawn as it is. */
export const flagHistory = span.extend({
  /** IANA name: of the location, by whose clock days begin. */
  timeZone: z.string(),
  /**
   * Five minutes each up to a day, half an hour up to a week, two hours up to a month, a day beyond; never
   * shorter than what is still stored of that time.
   */
  points: z.array(historyPoint),
  /** Each point is a day by the location's clock. */
  byDays: z.boolean(),
  /** To the moment within the last 35 days, for charts of at most 35 days; else day by day. */
  presence: z.array(historyPresence),
  positions: z.array(historyPosition),
  halfStaff: z.array(historyHalfStaff),
});
export type FlagHistory = z.infer<typeof flagHistory>;

/** Days of the uptime strip. */
export const UPTIME_DAYS = 90;

/** One day by the location's clock. What is neither online nor offline is unknown, and counts for nothing. */
export const uptimeDay = z.object({
  /** `YYYY-MM-DD`. */
  date: z.string(),
  /** Milliseconds. */
  online: z.number(),
  offline: z.number(),
});
export type UptimeDay = z.infer<typeof uptimeDay>;

export const flagUptime = z.object({
  timeZone: z.string(),
  /** UPTIME_DAYS of them, the last one today. */
  days: z.array(uptimeDay),
});
export type FlagUptime = z.infer<typeof flagUptime>;

/** The voltages of the last 24 hours of each flag that one sees. */
export const sparklines = z.object({
  /** End of the last hour. */
  until: z.number(),
  /** By flag, hour by hour: tenths of a volt; null where the pole reported none. Flags without any are left out. */
  volts: z.record(z.string(), z.array(z.number().nullable())),
});
export type Sparklines = z.infer<typeof sparklines>;
