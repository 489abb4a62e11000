import type { Position } from '@halyard/domain';

/** A time in which the server watched the poles; between two of them nothing is known of any pole. */
export interface Watch {
  from: number;
  until: number;
}

/** What is known of a pole from a moment on, until the next such row or the end of the watch. */
export interface StateRow {
  at: number;
  online: boolean;
  /** By the pole's own word; null: it said none. */
  position: Position | null;
}

/** A stretch of time in which one thing was so; null: unknown. */
export interface Stretch {
  from: number;
  until: number;
  state: Pick<StateRow, 'online' | 'position'> | null;
}

/**
 * The whole of a time, cut into what was known of a pole. A state lasts within the watch in which it
 * was noted alone: what became of a pole while the server was down, nobody knows.
 * @param rows by time, from the last one at or before `from` on
 * @param watches by time
 */
export function stretchesOf(
  rows: readonly StateRow[],
  watches: readonly Watch[],
  from: number,
  until: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  let at = from;
  const add = (end: number, state: Stretch['state']) => {
    const to = Math.min(end, until);
    if (to <= at) return;
    stretches.push({ from: at, until: to, state });
    at = to;
  };
  let next = 0;
  for (const [i, watch] of watches.entries()) {
    const end = Math.min(watch.until, watches[i + 1]?.from ?? watch.until);
    add(watch.from, null);
    while (next < rows.length && rows[next]!.at < watch.from) next++;
    let state: Stretch['state'] = null;
    for (; next < rows.length && rows[next]!.at < end; next++) {
      add(rows[next]!.at, state);
      const { online, position } = rows[next]!;
      state = { online, position };
    }
    add(end, state);
  }
  add(until, null);
  return stretches;
}

/** Milliseconds of a time in which a pole was this or that. */
export interface Sums {
  online: number;
  offline: number;
  /** While it was online, by its own word. */
  up: number;
  half: number;
  down: number;
}

export const NO_SUMS: Readonly<Sums> = { online: 0, offline: 0, up: 0, half: 0, down: 0 };

/** How long of the stretches a pole was what. */
export function sumsOf(stretches: readonly Stretch[]): Sums {
  const sums = { ...NO_SUMS };
  for (const { from, until, state } of stretches) {
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

/** The share of the known time in which the pole was online, 0 to 1; null where nothing is known. */
export function onlineShare({ online, offline }: Pick<Sums, 'online' | 'offline'>): number | null {
  return online + offline === 0 ? null : online / (online + offline);
}
