import { displayLocale } from '../language/locale.ts';
import { type CivilDate, partsOf } from './civilDate.ts';
import { dateInZone, minutesOf } from './zoneClock.ts';

/** How much of the date is shown: nothing, month and day, or also the year. */
type DateStyle = 'none' | 'day' | 'year';

const DATE_PARTS: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  none: {},
  day: { month: 'short', day: 'numeric' },
  year: { month: 'short', day: 'numeric', year: 'numeric' },
};
const CLOCK_PARTS = { hour: 'numeric', minute: '2-digit' } as const;

interface Style {
  date: DateStyle;
  clock: 'none' | 'plain' | 'zone' | 'seconds';
}

const CLOCKS: Record<Style['clock'], Intl.DateTimeFormatOptions> = {
  none: {},
  plain: CLOCK_PARTS,
  zone: { ...CLOCK_PARTS, timeZoneName: 'short' },
  seconds: { ...CLOCK_PARTS, second: '2-digit', timeZoneName: 'short' },
};

/** Caches formatters, because they are slow to create and lists use them for every row. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf({ date, clock }: Style, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${displayLocale()} ${date} ${clock} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(displayLocale(), {
      ...DATE_PARTS[date],
      ...CLOCKS[clock],
      ...(timeZone !== undefined && { timeZone }),
    });
    formats.set(key, format);
  }
  return format;
}

/**
 * Replaces narrow spaces, which newer runtimes insert but emails and CSV files don't show
 * correctly.
 */
const plain = (text: string): string => text.replaceAll(/[\u2009\u202f]/g, ' ');

const text = (at: number, timeZone: string | undefined, style: Style): string =>
  plain(formatOf(style, timeZone).format(at));

/** Returns the time zone of this machine; in a browser, the user's. */
export const ownZone = (): string =>
  formatOf({ date: 'none', clock: 'zone' }, undefined).resolvedOptions().timeZone;

/**
 * Formats a time (epoch milliseconds) in US format: "Dec 7, 2026, 7:16 AM EST".
 * @param timeZone IANA name; defaults to this machine's time zone
 */
export const momentText = (at: number, timeZone?: string): string =>
  text(at, timeZone, { date: 'year', clock: 'zone' });

/** Formats a time (epoch milliseconds) in full, with seconds: "Dec 7, 2026, 7:16:05 AM EST". */
export const exactText = (at: number, timeZone?: string): string =>
  text(at, timeZone, { date: 'year', clock: 'seconds' });

/** Formats the date of a time (epoch milliseconds): "Dec 7, 2026". */
export const dayText = (at: number, timeZone?: string): string =>
  text(at, timeZone, { date: 'year', clock: 'none' });

/**
 * Formats a time (epoch milliseconds) as briefly as possible relative to `now`: "7:16 AM EST"
 * today, "Dec 7, 7:16 AM EST" on another day of this year, otherwise "Dec 7, 2026, 7:16 AM EST".
 */
export function clockText(at: number, now: number, timeZone: string = ownZone()): string {
  return text(at, timeZone, { date: dateStyle([at], now, timeZone), clock: 'zone' });
}

/**
 * Formats a time (epoch milliseconds) in the shortest form: "7:16 AM EST" if it is today, otherwise
 * only the date, "Dec 7".
 */
export function dayOrClockText(at: number, now: number, timeZone: string = ownZone()): string {
  const date = dateStyle([at], now, timeZone);
  return text(at, timeZone, { date, clock: date === 'none' ? 'zone' : 'none' });
}

/**
 * Formats a period (epoch milliseconds) as briefly as possible relative to `now`, without repeating
 * a shared date or zone: "1:55–2:21 AM EST", "Dec 6, 11:55 PM EST – Dec 7, 2:21 AM EST".
 */
export function rangeText(from: number, until: number, now: number, timeZone: string): string {
  const date = dateStyle([from, until], now, timeZone);
  const range = plain(formatOf({ date, clock: 'zone' }, timeZone).formatRange(from, until));
  const isOneDay = dateInZone(timeZone, from) === dateInZone(timeZone, until);
  return range.replace(/ ?– ?/, isOneDay ? '–' : ' – ');
}

function dateStyle(moments: readonly number[], now: number, timeZone: string): DateStyle {
  const dates = moments.map((at) => dateInZone(timeZone, at));
  const today = dateInZone(timeZone, now);
  if (dates.every((date) => date === today)) return 'none';
  return dates.every((date) => date.slice(0, 4) === today.slice(0, 4)) ? 'day' : 'year';
}

/**
 * Formats a calendar date: "Dec 7, 2026". Uses UTC internally, because any other time zone could
 * shift the date.
 */
export function dateText(date: CivilDate): string {
  return dayText(utcOf(date), 'UTC');
}

/** Formats a time of day, `HH:MM`: "9:00 AM". */
export const timeText = (time: string): string =>
  text(minutesOf(time) * 60_000, 'UTC', { date: 'none', clock: 'plain' });

/** Format options for parts of dates and times, used in headings and on chart axes. */
const PARTS = {
  /** The month, for example "December". */
  month: { month: 'long' },
  /** The day and its weekday, for example "7 Mon". */
  weekday: { weekday: 'short', day: 'numeric' },
  /** The full date, for example "Monday, December 7, 2026". */
  full: { dateStyle: 'full' },
  /** The time of day on the axis of a short chart, for example "7:00 AM". */
  'axis-day': CLOCK_PARTS,
  /**
   * The date and hour on the axis of a chart that covers several days, for example "Dec 7, 7 AM".
   */
  'axis-days': { month: 'short', day: 'numeric', hour: 'numeric' },
  /** The date on the axis of a chart that covers up to 100 days, for example "Dec 7". */
  'axis-week': { month: 'short', day: 'numeric' },
  /** The month on the axis of a one-year chart, for example "Dec 2026". */
  'axis-year': { month: 'short', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

function partsText(at: number, timeZone: string, part: keyof typeof PARTS): string {
  const key = `${displayLocale()} ${part} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(displayLocale(), { timeZone, ...PARTS[part] });
    formats.set(key, format);
  }
  return plain(format.format(at));
}

const utcOf = (date: CivilDate): number => {
  const [year, month, day] = partsOf(date);
  return Date.UTC(year, month - 1, day);
};

/** Returns the name of a month, 1 to 12: "December". */
export const monthText = (month: number): string =>
  partsText(Date.UTC(2000, month - 1, 1), 'UTC', 'month');

/** Formats a date for display within its month: "7 Mon". */
export const weekdayText = (date: CivilDate): string => partsText(utcOf(date), 'UTC', 'weekday');

/** Formats a date in full: "Monday, December 7, 2026". */
export const fullDateText = (date: CivilDate): string => partsText(utcOf(date), 'UTC', 'full');

/**
 * Formats a time for a chart's axis, without the time zone, which the chart shows elsewhere.
 * @param length the time that the axis covers, in ms
 */
export const axisText = (at: number, timeZone: string, length: number): string =>
  partsText(at, timeZone, axisPart(length));

const DAY_MS = 24 * 3_600_000;

function axisPart(length: number): keyof typeof PARTS {
  if (length <= 36 * 3_600_000) return 'axis-day';
  if (length <= 3 * DAY_MS) return 'axis-days';
  return length <= 100 * DAY_MS ? 'axis-week' : 'axis-year';
}
