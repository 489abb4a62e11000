import { almanacOf, dateInZone, dayNumberOf, memorialDay, NOON, type Place } from '@halyard/domain';
import { locationPlace } from '../../features/fleet/locationPlace.ts';
import { type Clock, type Pace, pacedClock } from '../../platform/clock.ts';
import { COMPANIES } from './content/world.ts';
import type { DemoClock } from './demoClock.ts';

const MINUTE_MS = 60_000;
/**
 * The speeds of the demo's Memorial Day clock, as multiples of real time: SLOW while flags move,
 * otherwise FAST.
 */
const SLOW = 30;
const FAST = 1800;
/**
 * How many minutes before and after each flag movement the demo's Memorial Day clock runs slowly.
 */
const BEFORE = 1;
const AFTER = 4;
/**
 * How many minutes of the night the simulation shows before the first sunrise, so that browsers
 * have time to load the page.
 */
const NIGHT = 4;

/**
 * Returns a clock that runs through the next Memorial Day in about two minutes. It runs slowly at
 * sunrise, noon and sunset at the poles that follow orders, fast in between, and at normal speed
 * once the day is over.
 */
export function memorialDayClock(clock: Clock): DemoClock {
  const paces = pacesOf(nextMemorialDay(clock()));
  return { domainClock: pacedClock(clock, paces), speed: SLOW, isMemorialDay: true };
}

/** Returns the date of the next Memorial Day. Never returns today. */
export function nextMemorialDay(now: number): string {
  const today = dateInZone('America/New_York', now);
  const year = Number(today.slice(0, 4));
  const thisYears = memorialDay(year);
  return thisYears > today ? thisYears : memorialDay(year + 1);
}

/** Returns the speeds of the Memorial Day clock, each with the time from which it applies. */
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

/** Returns the locations of the poles that follow orders. */
function watchedPlaces(): Place[] {
  const unset = { latitude: null, longitude: null, timeZone: null };
  return COMPANIES.filter(({ autoHalfMast }) => autoHalfMast)
    .flatMap(({ locations }) => locations)
    .filter(({ poles }) => poles.length > 0)
    .map(({ state, zip }) => locationPlace({ state, zip, ...unset }).place);
}

/** Returns sunrise, noon and sunset at a location, in epoch milliseconds. */
function momentsAt(place: Place, date: string): number[] {
  const almanac = almanacOf(place);
  const day = dayNumberOf(date);
  const { from, until } = almanac.day(day).flagHours;
  return [from, almanac.clock.momentOf(day, NOON), until];
}
