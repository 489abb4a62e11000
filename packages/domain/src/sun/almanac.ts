import type { Place } from '../places/place.ts';
import { type CivilDate, dayNumberOf } from '../time/civilDate.ts';
import { NOON, type ZoneClock, zoneClock } from '../time/zoneClock.ts';
import { computeSunDay, type SunDay } from './sunDay.ts';

/** A stretch of time: from, up to and without until; epoch milliseconds, Infinity where it is open. */
export interface Span {
  from: number;
  until: number;
}

/** Whether a moment lies in it. */
export const isWithin = ({ from, until }: Span, at: number): boolean => from <= at && at < until;

/** One day of a place. */
export interface AlmanacDay {
  sun: SunDay;
  /**
   * When a flag that is flown from sunrise to sunset is up: by the sun; on a polar day from midnight to
   * midnight, so that it stays up; in the polar night through civil twilight, when it can be seen, and
   * where there is none not at all (both ends are at noon).
   */
  flagHours: Span;
  /** When the sun is above the horizon, and no lamp is needed: in the polar night never. */
  sunHours: Span;
}

/** Most days kept of a place, and most places: all is computed anew after that. */
const DAYS_KEPT = 500;
const PLACES_KEPT = 20_000;

/** Clock and sun of one place; days are numbers (`dayNumberOf`). */
export class Almanac {
  readonly clock: ZoneClock;
  readonly #place: Place;
  readonly #days = new Map<number, AlmanacDay>();

  constructor(place: Place) {
    this.#place = { ...place };
    this.clock = zoneClock(place.timeZone);
  }

  day(number: number): AlmanacDay {
    let day = this.#days.get(number);
    if (!day) {
      day = this.#compute(number);
      if (this.#days.size >= DAYS_KEPT) this.#days.clear();
      this.#days.set(number, day);
    }
    return day;
  }

  /** Whether a moment lies in such hours of its day or of one beside it: sunsets may be after midnight. */
  isWithin(hours: 'flagHours' | 'sunHours', at: number): boolean {
    const today = this.clock.dayAt(at);
    const span = this.day(today)[hours];
    return isWithin(span, at) || isWithin(this.day(today + (at < span.from ? -1 : 1))[hours], at);
  }

  /**
   * The next moment (epoch milliseconds) after `at` at which a flag that is flown from sunrise to sunset
   * goes up. In a polar night without twilight, a year after `at` at the latest.
   */
  nextSunrise(at: number): number {
    const today = this.clock.dayAt(at);
    for (let number = today - 1; number <= today + 366; number++) {
      const { from, until } = this.day(number).flagHours;
      if (from > at && from < until) return from;
    }
    return this.clock.momentOf(today + 366, 0);
  }

  #compute(number: number): AlmanacDay {
    const sun = computeSunDay(number, this.#place);
    if (sun.kind === 'ordinary') {
      const hours = { from: sun.sunrise, until: sun.sunset };
      return { sun, flagHours: hours, sunHours: hours };
    }
    if (sun.kind === 'polar-day') {
      const from = this.clock.momentOf(number, 0);
      const hours = { from, until: this.clock.momentOf(number + 1, 0) };
      return { sun, flagHours: hours, sunHours: hours };
    }
    const noon = this.clock.momentOf(number, NOON);
    const never = { from: noon, until: noon };
    const { dawn, dusk } = sun.twilight ?? { dawn: noon, dusk: noon };
    return { sun, flagHours: { from: dawn, until: dusk }, sunHours: never };
  }
}

type ByZone = Map<string, Almanac>;
/** By latitude, longitude and zone: numbers are faster keys than texts made of them. */
const almanacs = new Map<number, Map<number, ByZone>>();
let kept = 0;

/** The almanac of a place, kept by its values: callers need not keep the place. */
export function almanacOf(place: Place): Almanac {
  const known = almanacs.get(place.latitude)?.get(place.longitude)?.get(place.timeZone);
  if (known) return known;
  if (kept >= PLACES_KEPT) {
    almanacs.clear();
    kept = 0;
  }
  kept++;
  const almanac = new Almanac(place);
  const byLongitude = almanacs.get(place.latitude) ?? new Map<number, ByZone>();
  const byZone = byLongitude.get(place.longitude) ?? new Map<string, Almanac>();
  almanacs.set(place.latitude, byLongitude.set(place.longitude, byZone));
  byZone.set(place.timeZone, almanac);
  return almanac;
}

/** The sun of a date at a place. */
export function sunDay(date: CivilDate, place: Place): SunDay {
  return almanacOf(place).day(dayNumberOf(date)).sun;
}
