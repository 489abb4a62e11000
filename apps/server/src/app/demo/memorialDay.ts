import { almanacOf, dateInZone, dayNumberOf, memorialDay, NOON, type Place } from '@halyard/domain';
import { locationPlace } from '../../features/fleet/locationPlace.ts';
import { type Clock, type Pace, pacedClock } from '../../platform/clock.ts';
import type { DemoClock } from './clock.ts';
import { COMPANIES } from './content/world.ts';

const MINUTE_MS = 60_000;
/** How fast the clock goes while flags move, and how fast it hurries on to the next time they do. */
const SLOW = 30;
const FAST = 1800;
/** Minutes around each moment at which flags move that go slowly. */
const BEFORE = 1;
const AFTER = 4;
/** Minutes of the night before the first sunrise: time for a browser to arrive. */
const NIGHT = 4;

/**
 * A clock that runs through the next Memorial Day in about two minutes: slowly at sunrise, noon and sunset
 * of the poles that follow, quickly between, and no faster than any clock when the day is over.
 */
export function memorialDayClock(clock: Clock): DemoClock {
  const paces = pacesOf(nextMemorialDay(clock()));
  return { domainClock: pacedClock(clock, paces), speed: SLOW, isMemorialDay: true };
}

/** The civil date of the next one after today. */
export function nextMemorialDay(now: number): string {
  const today = dateInZone('America/New_York', now);
  const year = Number(today.slice(0, 4));
  const thisYears = memorialDay(year);
  return thisYears > today ? thisYears : memorialDay(year + 1);
}

/** From which moment on the clock runs how fast. */
export function pacesOf(date: string): Pace[] {
  const moments = watchedPlaces()
    .flatMap((place) => momentsAt(place, date))
    .sort((a, b) => a - b);
  const [first = 0] = moments;
  const paces: Pace[] = [{ from: first - NIGHT * MINUTE_MS, speed: SLOW }];
  let slowUntil = first + AFTER * MINUTE_MS;
  for (const at of moments) {
    const slowFrom = at - BEFORE * MINUTE_MS;
    if (slowFrom > slowUntil)
      paces.push({ from: slowUntil, speed: FAST }, { from: slowFrom, speed: SLOW });
    slowUntil = at + AFTER * MINUTE_MS;
  }
  return [...paces, { from: slowUntil, speed: 1 }];
}

/** Where poles stand that follow. */
function watchedPlaces(): Place[] {
  const unset = { latitude: null, longitude: null, timeZone: null };
  return COMPANIES.filter(({ autoHalfMast }) => autoHalfMast)
    .flatMap(({ locations }) => locations)
    .filter(({ poles }) => poles.length > 0)
    .map(({ state, zip }) => locationPlace({ state, zip, ...unset }).place);
}

/** Sunrise, noon and sunset there. */
function momentsAt(place: Place, date: string): number[] {
  const almanac = almanacOf(place);
  const day = dayNumberOf(date);
  const { from, until } = almanac.day(day).flagHours;
  return [from, almanac.clock.momentOf(day, NOON), until];
}
