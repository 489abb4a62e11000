import { dateInZone } from './zoneClock.ts';

/** How much of the date is written: none, month and day, or the year too. */
type DateStyle = 'none' | 'day' | 'year';

const DATE_PARTS: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  none: {},
  day: { month: 'short', day: 'numeric' },
  year: { month: 'short', day: 'numeric', year: 'numeric' },
};

/** Formats are slow to make and lists ask for many. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string | undefined, date: DateStyle): Intl.DateTimeFormat {
  const key = `${date} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...DATE_PARTS[date],
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      ...(timeZone !== undefined && { timeZone }),
    });
    formats.set(key, format);
  }
  return format;
}

/**
 * A moment (epoch milliseconds) on a clock, in US form: "Dec 7, 2026, 7:16 AM EST".
 * @param timeZone IANA name; absent: the reader's own
 */
export const momentText = (at: number, timeZone?: string): string => text(at, timeZone, 'year');

/**
 * The same as short as it can be at `now`: "7:16 AM EST" today, "Dec 7, 7:16 AM EST" on another day of
 * the year, else "Dec 7, 2026, 7:16 AM EST".
 */
export function clockText(at: number, now: number, timeZone: string): string {
  const date = dateInZone(timeZone, at);
  const today = dateInZone(timeZone, now);
  if (date === today) return text(at, timeZone, 'none');
  return text(at, timeZone, date.slice(0, 4) === today.slice(0, 4) ? 'day' : 'year');
}

/** Newer runtimes write a narrow no-break space before AM and PM, which mails and CSV files garble. */
const text = (at: number, timeZone: string | undefined, date: DateStyle): string =>
  formatOf(timeZone, date).format(at).replaceAll('\u202f', ' ');
