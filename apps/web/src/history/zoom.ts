import { HISTORY_LENGTH } from '@halyard/domain';

/** A part of the past, in epoch milliseconds. */
export interface Time {
  from: number;
  until: number;
}

/** A time as long as charts may show, at whole milliseconds, that ends at `now` at the latest. */
export function boundedTime({ from, until }: Time, now: number): Time {
  const wanted = Math.max(until - from, HISTORY_LENGTH.least);
  const length = Math.round(Math.min(wanted, HISTORY_LENGTH.most));
  const middle = (from + until) / 2;
  const end = Math.round(Math.min(middle + length / 2, now));
  return { from: end - length, until: end };
}

/** A time around the same middle. @param factor of its length: 2 zooms out, 0.5 in */
export function zoomedTime({ from, until }: Time, factor: number, now: number): Time {
  const middle = (from + until) / 2;
  const half = ((until - from) * factor) / 2;
  return boundedTime({ from: middle - half, until: middle + half }, now);
}

/** A time of the same length. @param share of its length by which it is later; negative: earlier */
export function movedTime({ from, until }: Time, share: number, now: number): Time {
  const step = (until - from) * share;
  return boundedTime({ from: from + step, until: until + step }, now);
}
