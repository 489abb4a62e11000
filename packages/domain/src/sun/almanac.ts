import type { Place } from '../places/place.ts';
import { type CivilDate, dayNumberOf } from '../time/civilDate.ts';
import { NOON, type ZoneClock, zoneClock } from '../time/zoneClock.ts';
import { computeSunDay, type SunDay } from './sunDay.ts';

/**
 * A period in epoch milliseconds. `until` is exclusive; it is Infinity if the period is open-ended.
 */
export interface Span {
  from: number;
  until: number;
}

/** Whether a time is within the period. */
export const isWithin = ({ from, until }: Span, at: number): boolean => from <= at && at < until;

/** The hours of sunlight, and the hours when a flag is flown, on one day at a location. */
export interface AlmanacDay {
  sun: SunDay;
  /**
   * The period when a sunrise-to-sunset flag is up. On a polar day, that is from midnight to
   * midnight; in a polar night, during civil twilight. If there is no twilight, `from` and `until`
   * are both noon.
   */
  flagHours: Span;
  /**
   * The period when the sun is above the horizon, so that no lamp is needed. Empty during polar
   * night.
   */
  sunHours: Span;
}

/**
 * Maximum number of cached days per location, and maximum number of cached locations. A cache that
 * has reached its limit is cleared.
 */
const DAYS_KEPT = 500;
const PLACES_KEPT = 20_000;

/** Local time, sunrise and sunset at one location. Days are given as numbers (`dayNumberOf`). */
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

  /**
   * Whether a sunrise-to-sunset flag is up (`flagHours`) or the sun is above the horizon
   * (`sunHours`) at a time. Also checks an adjacent date, because the sun may set after midnight.
   */
  isWithin(hours: 'flagHours' | 'sunHours', at: number): boolean {
    const today = this.clock.dayAt(at);
    const span = this.day(today)[hours];
    return isWithin(span, at) || isWithin(this.day(today + (at < span.from ? -1 : 1))[hours], at);
  }

  /**
   * Returns the next time after `at` (epoch milliseconds) when a sunrise-to-sunset flag is raised.
   * If the flag is not raised within a year, returns a time one year later.
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
/**
 * Almanacs by latitude, longitude and time zone. Numeric keys are faster than strings built from
 * the values.
 */
const almanacs = new Map<number, Map<number, ByZone>>();
let kept = 0;

/**
 * Returns the almanac for a location. All locations with the same coordinates and time zone share
 * one almanac.
 */
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

/** Returns the times of sunrise and sunset at a location on a date. */
export function sunDay(date: CivilDate, place: Place): SunDay {
  return almanacOf(place).day(dayNumberOf(date)).sun;
}
