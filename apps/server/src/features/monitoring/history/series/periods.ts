import type { Position } from '@halyard/domain';

/**
 * A period during which the server recorded the poles' states. What happened between two such
 * periods is unknown.
 */
export interface Watch {
  from: number;
  until: number;
}

/**
 * A stored row with a pole's state. The state lasts until the pole's next row or the end of the
 * recording period.
 */
export interface StateRow {
  at: number;
  online: boolean;
  /** The position that the pole reported. Null if it reported none. */
  position: Position | null;
}

/** A period when a pole stayed in one state. The state is null if it is unknown. */
export interface StatePeriod {
  from: number;
  until: number;
  state: Pick<StateRow, 'online' | 'position'> | null;
}

/**
 * Splits a period wherever a pole's state changed. No state outlasts the recording period, because
 * nobody knows what the pole did while the server was down.
 * @param rows sorted by time, starting with the last one at or before `from`
 * @param watches recording periods, sorted by time
 */
export function statePeriodsOf(
  rows: readonly StateRow[],
  watches: readonly Watch[],
  from: number,
  until: number,
): StatePeriod[] {
  const statePeriods: StatePeriod[] = [];
  let at = from;
  const add = (end: number, state: StatePeriod['state']) => {
    const to = Math.min(end, until);
    if (to <= at) return;
    statePeriods.push({ from: at, until: to, state });
    at = to;
  };
  let next = 0;
  for (const [i, watch] of watches.entries()) {
    const end = Math.min(watch.until, watches[i + 1]?.from ?? watch.until);
    add(watch.from, null);
    while (next < rows.length && rows[next]!.at < watch.from) next++;
    let state: StatePeriod['state'] = null;
    for (; next < rows.length && rows[next]!.at < end; next++) {
      add(rows[next]!.at, state);
      const { online, position } = rows[next]!;
      state = { online, position };
    }
    add(end, state);
  }
  add(until, null);
  return statePeriods;
}

/** The time in ms that a pole spent in each state. */
export interface Sums {
  online: number;
  offline: number;
  /** How long the pole was online and reported the position "up". */
  up: number;
  /** How long the pole was online and reported the position "half". */
  half: number;
  /** How long the pole was online and reported the position "down". */
  down: number;
}

export const NO_SUMS: Readonly<Sums> = { online: 0, offline: 0, up: 0, half: 0, down: 0 };

/** Adds up how much time a pole spent in each state. */
export function sumsOf(statePeriods: readonly StatePeriod[]): Sums {
  const sums = { ...NO_SUMS };
  for (const { from, until, state } of statePeriods) {
    if (!state) continue;
    const length = until - from;
    sums[state.online ? 'online' : 'offline'] += length;
    if (state.online && state.position) sums[state.position] += length;
  }
  return sums;
}

export function addSums(a: Sums, b: Sums): Sums {
  return {
    online: a.online + b.online,
    offline: a.offline + b.offline,
    up: a.up + b.up,
    half: a.half + b.half,
    down: a.down + b.down,
  };
}

/**
 * Returns the fraction of the known time when the pole was online, from 0 to 1. Null if nothing is
 * known.
 */
export function onlineShare({ online, offline }: Pick<Sums, 'online' | 'offline'>): number | null {
  return online + offline === 0 ? null : online / (online + offline);
}
