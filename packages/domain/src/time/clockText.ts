import { type CivilDate, partsOf } from './civilDate.ts';
import { dateInZone, minutesOf } from './zoneClock.ts';

/** How much of the date is written: none, month and day, or the year too. */
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

/** Formats are slow to make and lists ask for many. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf({ date, clock }: Style, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${date} ${clock} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...DATE_PARTS[date],
      ...CLOCKS[clock],
      ...(timeZone !== undefined && { timeZone }),
    });
    formats.set(key, format);
  }
  return format;
}

/** Newer runtimes write narrow spaces, before AM and in ranges, which mails and CSV files garble. */
const plain = (text: string): string => text.replaceAll(/[\u2009\u202f]/g, ' ');

const text = (at: number, timeZone: string | undefined, style: Style): string =>
  plain(formatOf(style, timeZone).format(at));

/** The time zone of this machine: in a browser, the reader's. */
export const ownZone = (): string =>
  formatOf({ date: 'none', clock: 'zone' }, undefined).resolvedOptions().timeZone;

/**
 * A moment (epoch milliseconds) on a clock, in US form: "Dec 7, 2026, 7:16 AM EST".
 * @param timeZone IANA name; absent: the reader's own
 */
export const momentText = (at: number, timeZone?: string): string =>
  text(at, timeZone, { date: 'year', clock: 'zone' });

/** The same to the second: "Dec 7, 2026, 7:16:05 AM EST". */
export const exactText = (at: number, timeZone?: string): string =>
  text(at, timeZone, { date: 'year', clock: 'seconds' });

/** The date of a moment: "Dec 7, 2026". */
export const dayText = (at: number, timeZone?: string): string =>
  text(at, timeZone, { date: 'year', clock: 'none' });

/**
 * A moment as short as it can be at `now`: "7:16 AM EST" today, "Dec 7, 7:16 AM EST" on another day of
 * the year, else "Dec 7, 2026, 7:16 AM EST".
 */
export function clockText(at: number, now: number, timeZone: string = ownZone()): string {
  return text(at, timeZone, { date: dateStyle([at], now, timeZone), clock: 'zone' });
}

/**
 * Two moments with one date and one zone where they share them, as short as they can be at `now`:
 * "1:55–2:21 AM EST", "Dec 6, 11:55 PM EST – Dec 7, 2:21 AM EST".
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

/** A civil date: "Dec 7, 2026". Put into UTC and read there, so that no time zone moves it. */
export function dateText(date: CivilDate): string {
  return dayText(utcOf(date), 'UTC');
}

/** A time of day, `HH:MM`, on whatever clock: "9:00 AM". */
export const timeText = (time: string): string =>
  text(minutesOf(time) * 60_000, 'UTC', { date: 'none', clock: 'plain' });

/** Parts of a date alone, as headings and axes have them. */
const PARTS = {
  /** "December" */
  month: { month: 'long' },
  /** "7 Mon" */
  weekday: { weekday: 'short', day: 'numeric' },
  /** "Monday, December 7, 2026" */
  full: { dateStyle: 'full' },
  /** "7:00 AM" */
  'axis-day': CLOCK_PARTS,
  /** "Dec 7, 7 AM" */
  'axis-days': { month: 'short', day: 'numeric', hour: 'numeric' },
  /** "Dec 7" */
  'axis-week': { month: 'short', day: 'numeric' },
  /** "Dec 26" */
  'axis-year': { month: 'short', year: '2-digit' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

function partsText(at: number, timeZone: string, part: keyof typeof PARTS): string {
  const key = `${part} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...PARTS[part] });
    formats.set(key, format);
  }
  return plain(format.format(at));
}

const utcOf = (date: CivilDate): number => {
  const [year, month, day] = partsOf(date);
  return Date.UTC(year, month - 1, day);
};

/** A month by its number from 1 on: "December". */
export const monthText = (month: number): string =>
  partsText(Date.UTC(2000, month - 1, 1), 'UTC', 'month');

/** A civil date within its month: "7 Mon". */
export const weekdayText = (date: CivilDate): string => partsText(utcOf(date), 'UTC', 'weekday');

/** A civil date in full: "Monday, December 7, 2026". */
export const fullDateText = (date: CivilDate): string => partsText(utcOf(date), 'UTC', 'full');

/** A moment on the axis of a chart; the chart names the zone. @param length milliseconds of the axis */
export const axisText = (at: number, timeZone: string, length: number): string =>
  partsText(at, timeZone, axisPart(length));

const DAY_MS = 24 * 3_600_000;

function axisPart(length: number): keyof typeof PARTS {
  if (length <= 36 * 3_600_000) return 'axis-day';
  if (length <= 3 * DAY_MS) return 'axis-days';
  return length <= 100 * DAY_MS ? 'axis-week' : 'axis-year';
}
