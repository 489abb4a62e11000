import { type CivilDate, DAY_MS, dateOfDay, dayNumberOf } from './civilDate.ts';

/*
 * Time zone clocks, based on Intl. The runtime has the time zone data; only the offset at a given
 * time is read from it. Because Intl is slow, the offsets of whole days are cached.
 */

const MINUTE_MS = 60_000;
/** Noon, in minutes after midnight. */
export const NOON = 12 * 60;
/**
 * Maximum number of days whose offsets are cached for each time zone. Enough for more than ten
 * years.
 */
const DAYS_KEPT = 4000;

/**
 * Converts times to local dates and clock times in one time zone, and back. Times are epoch
 * milliseconds; days are numbers (`dayNumberOf`).
 */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  /** The zone's offset from UTC in ms, by UTC day number; null if it changes on that day. */
  readonly #offsets = new Map<number, number | null>();

  /** @throws RangeError for a zone that the runtime does not support */
  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** Returns how far the zone's clock is ahead of UTC, in ms. */
  offsetAt(at: number): number {
    const day = Math.floor(at / DAY_MS);
    let offset = this.#offsets.get(day);
    if (offset === undefined) {
      const start = this.#read(day * DAY_MS);
      offset = start === this.#read((day + 1) * DAY_MS) ? start : null;
      if (this.#offsets.size >= DAYS_KEPT) this.#offsets.clear();
      this.#offsets.set(day, offset);
    }
    return offset ?? this.#read(at);
  }

  /** The local date at a time (epoch milliseconds), as the number of days since 1970-01-01. */
  dayAt(at: number): number {
    return Math.floor((at + this.offsetAt(at)) / DAY_MS);
  }

  /**
   * Returns the time when the zone's clock shows a day and a time of day (in minutes after
   * midnight). If this happens twice because daylight saving time ends, returns the first time. A
   * time of day that is skipped because daylight saving time begins is moved later by the length of
   * the change (02:30 becomes 03:30).
   */
  momentOf(day: number, minutes: number): number {
    const local = day * DAY_MS + minutes * MINUTE_MS;
    // No clock changes twice within two days.
    const before = this.offsetAt(local - DAY_MS);
    const after = this.offsetAt(local + DAY_MS);
    const first = local - before;
    if (before === after || this.offsetAt(first) === before) return first;
    const second = local - after;
    return this.offsetAt(second) === after ? second : first;
  }

  /** Returns how far the clock of the formatter's time zone is ahead of UTC, in ms. */
  #read(at: number): number {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#format.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  }
}

const clocks = new Map<string, ZoneClock>();

/**
 * The clock of a time zone, cached.
 * @throws RangeError for a zone that the runtime does not support
 */
export function zoneClock(zone: string): ZoneClock {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new ZoneClock(zone);
    clocks.set(zone, clock);
  }
  return clock;
}

/** The local date in a time zone at a given time (epoch milliseconds). */
export function dateInZone(zone: string, at: number): CivilDate {
  return dateOfDay(zoneClock(zone).dayAt(at));
}

/** The time of day in a zone at a time (epoch milliseconds), as `HH:MM`, 00:00 to 23:59. */
export function timeInZone(zone: string, at: number): string {
  return new Date(at + zoneClock(zone).offsetAt(at)).toISOString().slice(11, 16);
}

/**
 * The time (epoch milliseconds) when the zone's clock shows a date and time of day (`HH:MM`); see
 * `ZoneClock.momentOf`.
 */
export function momentInZone(zone: string, date: CivilDate, time: string): number {
  return zoneClock(zone).momentOf(dayNumberOf(date), minutesOf(time));
}

/** Converts `HH:MM` to minutes after midnight. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
