import { getPosition, getTimes } from 'suncalc';
import type { Place } from '../places/place.ts';
import { NOON, zoneClock } from '../time/zoneClock.ts';

const HALF_DAY_MS = 12 * 3_600_000;
/**
 * The altitude of the sun, in degrees and including refraction, at which the sun library places
 * sunrise and sunset.
 */
const RISE_ALTITUDE = -0.34;
/**
 * Maximum difference, in degrees, between the sun's altitude at a computed sunrise or sunset and
 * `RISE_ALTITUDE`.
 */
const TOLERANCE = 0.1;
/** The latitude in degrees, north or south, above which the sun may graze the horizon. */
const GRAZES_ABOVE = 60;

/**
 * Sunrise and sunset at a location on a calendar date, in epoch milliseconds. A sunset after
 * midnight belongs to the previous date. On a date in the polar night, `twilight` is the start and
 * end of civil twilight; null if there is no civil twilight either, which happens only poleward of
 * 72.5°.
 */
export type SunDay =
  | { kind: 'ordinary'; sunrise: number; sunset: number }
  | { kind: 'polar-day' }
  | { kind: 'polar-night'; twilight: { dawn: number; dusk: number } | null };

/**
 * Computes sunrise and sunset at a location on a day (`dayNumberOf`). Never throws for valid
 * coordinates, however close to the Earth's poles. Takes about 15 µs, so `almanac.ts` caches the
 * results.
 */
export function computeSunDay(day: number, place: Place): SunDay {
  const { latitude, longitude, timeZone } = place;
  // Local noon identifies the solar day unambiguously; midnight would not.
  const noon = new Date(zoneClock(timeZone).momentOf(day, NOON));
  const { sunrise, sunset, dawn, dusk, solarNoon } = getTimes(noon, latitude, longitude);
  if (sunrise && sunset) {
    return {
      kind: 'ordinary',
      sunrise: checked(sunrise, solarNoon, -HALF_DAY_MS, place),
      sunset: checked(sunset, solarNoon, HALF_DAY_MS, place),
    };
  }
  if (getPosition(solarNoon, latitude, longitude).altitude > 0) return { kind: 'polar-day' };
  const twilight = dawn && dusk ? { dawn: dawn.getTime(), dusk: dusk.getTime() } : null;
  return { kind: 'polar-night', twilight };
}

/**
 * Corrects a sunrise or sunset from the library. The library's time may be wrong by hours or even
 * days when the sun grazes the horizon, just before or after a polar day or night. A wrong time is
 * replaced by solar midnight or solar noon.
 */
function checked(at: Date, solarNoon: Date, side: number, { latitude, longitude }: Place): number {
  if (Math.abs(latitude) <= GRAZES_ABOVE) return at.getTime();
  const altitude = (when: Date) => getPosition(when, latitude, longitude).altitude;
  const midnight = new Date(solarNoon.getTime() + side);
  const isBetween = Math.abs(at.getTime() - solarNoon.getTime()) <= HALF_DAY_MS;
  if (isBetween && Math.abs(altitude(at) - RISE_ALTITUDE) < TOLERANCE) return at.getTime();
  const grazesAtNoon =
    Math.abs(altitude(solarNoon) - RISE_ALTITUDE) < Math.abs(altitude(midnight) - RISE_ALTITUDE);
  return grazesAtNoon ? solarNoon.getTime() : midnight.getTime();
}
