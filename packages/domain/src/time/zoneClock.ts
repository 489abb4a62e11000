import { type CivilDate, DAY_MS, dateOfDay, dayNumberOf } from './civilDate.ts';

/*
 * Clocks of time zones by Intl: the runtime brings the zone data, and what is needed of it is one
 * figure, the offset at a moment. Intl is slow, so the offsets of whole days are kept.
 */

const MINUTE_MS = 60_000;
/** Minutes after midnight of 12:00. */
export const NOON = 12 * 60;
/** Most days whose offset is kept for a zone: more than ten years. */
const DAYS_KEPT = 4000;

/** The clock of one time zone; moments are epoch milliseconds, days as `dayNumberOf` counts them. */
export class ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  /** By day of UTC: its offset; null where it changes within that day. */
  readonly #offsets = new Map<number, number | null>();

  /** @throws RangeError for a zone that the runtime does not know */
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

  /** Milliseconds by which the zone's clock is ahead of UTC. */
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

  /** The civil date that the zone's calendar shows, as a day number. */
  dayAt(at: number): number {
    return Math.floor((at + this.offsetAt(at)) / DAY_MS);
  }

  /**
   * The moment at which the clock shows a day and a time in minutes after midnight. A time that comes
   * twice, when daylight saving ends, is the first of the two; one that is left out, when it begins,
   * is as much later as the clock is put forward (02:30 becomes 03:30).
   */
  momentOf(day: number, minutes: number): number {
    const local = day * DAY_MS + minutes * MINUTE_MS;
    // Nowhere does the clock change twice within two days.
    const before = this.offsetAt(local - DAY_MS);
    const after = this.offsetAt(local + DAY_MS);
    const first = local - before;
    if (before === after || this.offsetAt(first) === before) return first;
    const second = local - after;
    return this.offsetAt(second) === after ? second : first;
  }

  /** What Intl's clock shows less what UTC's shows. */
  #read(at: number): number {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#format.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  }
}

const clocks = new Map<string, ZoneClock>();

/** The clock of a time zone. @throws RangeError for one that the runtime does not know */
export function zoneClock(zone: string): ZoneClock {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new ZoneClock(zone);
    clocks.set(zone, clock);
  }
  return clock;
}

/** The civil date that the zone's calendar shows at a moment. */
export function dateInZone(zone: string, at: number): CivilDate {
  return dateOfDay(zoneClock(zone).dayAt(at));
}

/** What the zone's clock shows at a moment, as `HH:MM`, 00:00 to 23:59. */
export function timeInZone(zone: string, at: number): string {
  return new Date(at + zoneClock(zone).offsetAt(at)).toISOString().slice(11, 16);
}

/** The moment at which the zone's clock shows a date and time (`HH:MM`); see `ZoneClock.momentOf`. */
export function momentInZone(zone: string, date: CivilDate, time: string): number {
  return zoneClock(zone).momentOf(dayNumberOf(date), minutesOf(time));
}

/** Minutes after midnight of `HH:MM`. */
export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
