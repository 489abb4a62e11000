import { HISTORY_LENGTH } from '@halyard/domain';

/** A time range in the past, in epoch milliseconds. */
export interface Time {
  from: number;
  until: number;
}

/**
 * Keeps the length of a time range within the limits of a chart, and its end no later than `now`.
 */
export function boundedTime({ from, until }: Time, now: number): Time {
  const wanted = Math.max(until - from, HISTORY_LENGTH.least);
  const length = Math.round(Math.min(wanted, HISTORY_LENGTH.most));
  const middle = (from + until) / 2;
  const end = Math.round(Math.min(middle + length / 2, now));
  return { from: end - length, until: end };
}

/**
 * Scales a range around its middle. @param factor multiplies the length: 2 zooms out, 0.5 zooms in
 */
export function zoomedTime({ from, until }: Time, factor: number, now: number): Time {
  const middle = (from + until) / 2;
  const half = ((until - from) * factor) / 2;
  return boundedTime({ from: middle - half, until: middle + half }, now);
}

/**
 * Moves a time range without changing its length.
 * @param share how far to move it, as a share of its length; negative for earlier
 */
export function movedTime({ from, until }: Time, share: number, now: number): Time {
  const step = (until - from) * share;
  return boundedTime({ from: from + step, until: until + step }, now);
}
