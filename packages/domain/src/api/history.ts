import { z } from 'zod';
import { POSITIONS } from '../halfStaff/should.ts';

/** Times of a flag's chart; each ends now. */
export const HISTORY_RANGES = ['day', 'week', 'year'] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];
export const historyQuery = z.object({
  range: z.enum(HISTORY_RANGES, 'The range must be day, week or year'),
});

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

/** What became of one pole in a time: few enough of everything to be drawn as it is. */
export const flagHistory = span.extend({
  range: z.enum(HISTORY_RANGES),
  /** IANA name: of the location, by whose clock days begin. */
  timeZone: z.string(),
  /** Five minutes each for a day, half an hour for a week, a day for a year. */
  points: z.array(historyPoint),
  /** To the moment for a day and a week, day by day for a year. */
  presence: z.array(historyPresence),
  positions: z.array(historyPosition),
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
