import type { Position } from '@halyard/domain';
import type { Services } from '../context.ts';
import { SPARK_HOURS, type Spark } from '../history/spark.ts';
import { type StateRow, stretchesOf, sumsOf, type Watch } from '../history/stretches.ts';
import {
  DAY_MS,
  FINE_MS,
  FINE_STEP,
  HOUR_MS,
  hourOf,
  lastMidnight,
  MINUTE_MS,
  nextMidnight,
  SLOTS_PER_HOUR,
} from '../history/times.ts';
import { mergeVolts, pack, type Volts } from '../history/volts.ts';
import { insertHistory, type PoleHistory } from '../history/writer.ts';
import { locationPlace } from '../places/locationPlace.ts';
import type { DemoBehaviour } from './world.ts';

/** Days before the demo's begin of which there is history: it fills the uptime strip. */
const DAYS = 92;
/** Of them, so many as fine as they were noted. */
const FINE_DAYS = 35;

/** Volts around which a pole's voltage moves, in hundredths; null: it reports none. */
const VOLTS: Partial<Record<DemoBehaviour, number | null>> = {
  'warning-voltage': 4560,
  'error-voltage': 4910,
  'low-voltage': 3820,
  'string-voltage': 4270,
  'na-voltage': null,
};
const NORMAL_VOLTS = 4225;

/** A pole of the demo. */
export interface DemoHistoryPole {
  /** `flags.id`. */
  id: string;
  behaviour: DemoBehaviour;
  /** Of its location. */
  state: string;
  zip: string;
}

/** Weeks of plausible history of each pole but those that were never heard, up to now. */
export async function seedHistory(
  { db, clock }: Services,
  poles: readonly DemoHistoryPole[],
): Promise<void> {
  const now = clock();
  const watches = watchesUntil(now);
  const histories = poles
    .filter(({ behaviour }) => behaviour !== 'offline')
    .map((pole) => historyOf(pole, watches, now));
  await insertHistory(db, watches, histories);
}

/** Up to now, but for a night in which the server was down. */
function watchesUntil(now: number): Watch[] {
  const down = now - 3 * DAY_MS;
  return [
    { from: now - DAYS * DAY_MS, until: down },
    { from: down + 2 * HOUR_MS, until: now },
  ];
}

function historyOf(pole: DemoHistoryPole, watches: readonly Watch[], now: number): PoleHistory {
  const { id, behaviour } = pole;
  const unset = { latitude: null, longitude: null, timeZone: null };
  const zone = locationPlace({ ...pole, ...unset }).place.timeZone;
  const random = randomOf(id);
  const begin = watches[0]!.from;
  const away = outages(behaviour, random, begin, now);
  const states = statesOf({ behaviour, zone, away, watches, now });
  const base = VOLTS[behaviour] === undefined ? NORMAL_VOLTS : VOLTS[behaviour];
  const phase = random() * 6;
  const voltsAt = (at: number): Volts | null => {
    const isAway = away.some(({ from, until }) => from <= at && at < until);
    const isWatched = watches.some(({ from, until }) => from <= at && at < until);
    if (base === null || isAway || !isWatched) return null;
    const ofDay = 55 * Math.sin((2 * Math.PI * at) / DAY_MS + phase);
    const ofWeeks = 25 * Math.sin((2 * Math.PI * at) / (17 * DAY_MS) + phase);
    const mean = Math.round(base + ofDay + ofWeeks + (random() - 0.5) * 16);
    return { min: mean - Math.round(random() * 14), mean, max: mean + Math.round(random() * 14) };
  };
  const slots = (from: number, until: number, step: number): (Volts | null)[] => {
    const length = Math.ceil((until - from) / (step * MINUTE_MS));
    return Array.from({ length }, (_, i) => voltsAt(from + i * step * MINUTE_MS));
  };
  const history: PoleHistory = { id, states, days: [], hours: [], spark: null };
  const today = lastMidnight(zone, now);
  for (let at = begin - (begin % FINE_MS); at < today; at = nextMidnight(zone, at)) {
    const until = nextMidnight(zone, at);
    const step = at > now - FINE_DAYS * DAY_MS ? FINE_STEP : 60;
    const last = states.findLastIndex((row) => row.at <= at);
    const stretches = stretchesOf(states.slice(Math.max(0, last)), watches, at, until);
    history.days.push({
      at,
      until,
      volts: pack({ step, volts: slots(at, until, step) }),
      step,
      sums: sumsOf(stretches),
    });
  }
  const spark: Spark = { until: hourOf(now), volts: new Array(SPARK_HOURS).fill(null) };
  for (let i = 0; i < SPARK_HOURS; i++) {
    const at = spark.until - (SPARK_HOURS - i) * HOUR_MS;
    spark.volts[i] = mergeVolts(slots(at, at + HOUR_MS, FINE_STEP));
  }
  history.spark = spark;
  for (let hour = hourOf(today); hour < now; hour += HOUR_MS) {
    const volts = slots(hour, Math.min(now, hour + HOUR_MS), FINE_STEP);
    while (volts.length < SLOTS_PER_HOUR) volts.push(null);
    history.hours.push({ id, hour, volts });
  }
  return history;
}

/** When a pole was not to be heard: now and then, and a flapping one each few hours. */
function outages(
  behaviour: DemoBehaviour,
  random: () => number,
  begin: number,
  now: number,
): Watch[] {
  const isFlapping = behaviour === 'flapping';
  const [every, lasts] = isFlapping ? [9 * HOUR_MS, 50 * MINUTE_MS] : [19 * DAY_MS, 3 * HOUR_MS];
  const away: Watch[] = [];
  for (let at = begin + random() * every; at < now - HOUR_MS; ) {
    const from = Math.round(at);
    const until = Math.min(now - HOUR_MS / 2, Math.round(from + (0.2 + random()) * lasts));
    away.push({ from, until });
    at = until + (0.4 + random()) * every;
  }
  return away;
}

interface StateParts {
  behaviour: DemoBehaviour;
  zone: string;
  away: readonly Watch[];
  watches: readonly Watch[];
  now: number;
}

/** Up at 7 and down at 19 by the clock there; a pole that reports no switches is nowhere. */
function statesOf({ behaviour, zone, away, watches, now }: StateParts): StateRow[] {
  const begin = watches[0]!.from;
  const moments = new Set(watches.map(({ from }) => from));
  for (const { from, until } of away) {
    moments.add(from);
    moments.add(until);
  }
  for (let day = lastMidnight(zone, begin); day < now; day = nextMidnight(zone, day))
    for (const hour of [7, 19]) moments.add(day + hour * HOUR_MS);
  const positionAt = (at: number): Position | null => {
    if (behaviour === 'no-switches') return null;
    if (behaviour === 'never-follows') return 'up';
    const hour = (at - lastMidnight(zone, at)) / HOUR_MS;
    return hour >= 7 && hour < 19 ? 'up' : 'down';
  };
  return [...moments]
    .filter((at) => at >= begin && at < now)
    .sort((a, b) => a - b)
    .map((at) => ({
      at,
      online: !away.some(({ from, until }) => from <= at && at < until),
      position: positionAt(at),
    }));
}

/** The same for the same pole: numbers from 0 to 1 (mulberry32). */
function randomOf(seed: string): () => number {
  let state = 0;
  for (const char of seed) state = (Math.imul(state, 31) + char.charCodeAt(0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
