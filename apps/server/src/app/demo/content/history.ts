import type { Position } from '@halyard/domain';
import type { Services } from '../../../features/calls/context.ts';
import { locationPlace } from '../../../features/fleet/locationPlace.ts';
import {
  insertHistory,
  type PoleHistory,
} from '../../../features/monitoring/history/recording/writer.ts';
import {
  type StateRow,
  statePeriodsOf,
  sumsOf,
  type Watch,
} from '../../../features/monitoring/history/series/periods.ts';
import { SPARK_HOURS, type Spark } from '../../../features/monitoring/history/series/spark.ts';
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
} from '../../../features/monitoring/history/series/times.ts';
import {
  mergeSlots,
  pack,
  type VoltageSlot,
} from '../../../features/monitoring/history/series/voltageSlots.ts';
import type { PastMove } from './past.ts';
import { randomOf } from './random.ts';
import type { DemoBehaviour } from './world.ts';

/** The number of days of history before the demo begins. Enough to fill the uptime chart. */
const DAYS = 92;
/** The number of days before the demo's start for which the demo generates detailed voltages. */
const FINE_DAYS = 35;

/**
 * The average voltage of demo poles with a special behavior, in hundredths of a volt. Null for
 * poles that report no voltage.
 */
const VOLTS: Partial<Record<DemoBehaviour, number | null>> = {
  'warning-voltage': 4560,
  'error-voltage': 4910,
  'low-voltage': 3820,
  'string-voltage': 4270,
  'na-voltage': null,
};
const NORMAL_VOLTS = 4225;

/** A pole whose history the demo generates. */
export interface DemoHistoryPole {
  /** The pole's ID in the table `flags`. */
  id: string;
  behaviour: DemoBehaviour;
  /** The two-letter code of the state that the pole is in. */
  state: string;
  zip: string;
  /**
   * The offline periods that the demo shows on purpose, in addition to the occasional outages that
   * every pole has.
   */
  away: readonly Watch[];
  /**
   * The pole's moves in the last few days. Before its first move, the pole's position depends on
   * the time of day.
   */
  moves: readonly PastMove[];
}

/** Generates weeks of plausible history for each pole, up to now. */
export async function seedHistory(
  { db, clock }: Services,
  poles: readonly DemoHistoryPole[],
): Promise<void> {
  const now = clock();
  const watches = watchesUntil(now);
  const histories = poles.map((pole) => historyOf(pole, watches, now));
  await insertHistory(db, watches, histories);
}

/**
 * Returns the periods when the demo's server was supposedly running: the whole time, except for a
 * two-hour gap three days ago.
 */
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
  const known = pole.moves[0]?.at ?? now;
  const own = pole.away.map(({ from, until }) => ({ from, until: Math.min(until, now) }));
  const away = [...outages(behaviour, random, begin, known), ...own];
  const states = statesOf({ behaviour, zone, away, watches, moves: pole.moves, now });
  const base = VOLTS[behaviour] === undefined ? NORMAL_VOLTS : VOLTS[behaviour];
  const phase = random() * 6;
  const voltsAt = (at: number): VoltageSlot | null => {
    const isAway = away.some(({ from, until }) => from <= at && at < until);
    const isWatched = watches.some(({ from, until }) => from <= at && at < until);
    if (base === null || isAway || !isWatched) return null;
    const ofDay = 55 * Math.sin((2 * Math.PI * at) / DAY_MS + phase);
    const ofWeeks = 25 * Math.sin((2 * Math.PI * at) / (17 * DAY_MS) + phase);
    const mean = Math.round(base + ofDay + ofWeeks + (random() - 0.5) * 16);
    return { min: mean - Math.round(random() * 14), mean, max: mean + Math.round(random() * 14) };
  };
  const slots = (from: number, until: number, step: number): (VoltageSlot | null)[] => {
    const length = Math.ceil((until - from) / (step * MINUTE_MS));
    return Array.from({ length }, (_, i) => voltsAt(from + i * step * MINUTE_MS));
  };
  const history: PoleHistory = { id, states, days: [], hours: [], spark: null };
  const today = lastMidnight(zone, now);
  for (let at = begin - (begin % FINE_MS); at < today; at = nextMidnight(zone, at)) {
    const until = nextMidnight(zone, at);
    const step = at > now - FINE_DAYS * DAY_MS ? FINE_STEP : 60;
    const last = states.findLastIndex((row) => row.at <= at);
    const statePeriods = statePeriodsOf(states.slice(Math.max(0, last)), watches, at, until);
    history.days.push({
      at,
      until,
      volts: pack({ step, volts: slots(at, until, step) }),
      step,
      sums: sumsOf(statePeriods),
    });
  }
  const spark: Spark = { until: hourOf(now), volts: new Array(SPARK_HOURS).fill(null) };
  for (let i = 0; i < SPARK_HOURS; i++) {
    const at = spark.until - (SPARK_HOURS - i) * HOUR_MS;
    spark.volts[i] = mergeSlots(slots(at, at + HOUR_MS, FINE_STEP));
  }
  history.spark = spark;
  for (let hour = hourOf(today); hour < now; hour += HOUR_MS) {
    const volts = slots(hour, Math.min(now, hour + HOUR_MS), FINE_STEP);
    while (volts.length < SLOTS_PER_HOUR) volts.push(null);
    history.hours.push({ id, hour, volts });
  }
  return history;
}

/**
 * Returns a pole's outages until `end`: occasional ones, or one every few hours if its connection
 * is unstable.
 */
function outages(
  behaviour: DemoBehaviour,
  random: () => number,
  begin: number,
  end: number,
): Watch[] {
  const isFlapping = behaviour === 'flapping';
  const [every, lasts] = isFlapping ? [9 * HOUR_MS, 50 * MINUTE_MS] : [19 * DAY_MS, 3 * HOUR_MS];
  const away: Watch[] = [];
  for (let at = begin + random() * every; at < end - HOUR_MS; ) {
    const from = Math.round(at);
    const until = Math.min(end - HOUR_MS / 2, Math.round(from + (0.2 + random()) * lasts));
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
  moves: readonly PastMove[];
  now: number;
}

/**
 * Returns the positions that a pole has had. In the last few days, these follow the pole's moves.
 * Before that, the pole is up at 7:00 AM and down at 7:00 PM local time. A pole that reports no
 * switches has no position.
 */
function statesOf({ behaviour, zone, away, watches, moves, now }: StateParts): StateRow[] {
  const begin = watches[0]!.from;
  const moments = new Set(watches.map(({ from }) => from));
  for (const { from, until } of away) {
    moments.add(from);
    moments.add(until);
  }
  const known = moves[0]?.at ?? now;
  for (const { at } of moves) moments.add(at);
  for (let day = lastMidnight(zone, begin); day < known; day = nextMidnight(zone, day))
    for (const hour of [7, 19]) moments.add(day + hour * HOUR_MS);
  const positionAt = (at: number): Position | null => {
    if (behaviour === 'no-switches') return null;
    if (behaviour === 'never-follows') return 'up';
    const move = moves.findLast((each) => each.at <= at);
    if (move) return move.position;
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
