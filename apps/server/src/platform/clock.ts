/** Returns the current time in epoch milliseconds. Tests pass their own clock. */
export type Clock = () => number;
export const systemClock: Clock = () => Date.now();

/**
 * The half-staff clock: the time used by the calendar, the sun calculations and the half-staff
 * engine. Equals the wall clock, except in a demo that simulates time. Presence, pending commands
 * and sessions always use the wall clock.
 */
export interface DomainClock {
  /** The current time, in epoch milliseconds. */
  now(): number;
  /** Converts wall-clock time to this clock's time, both in epoch milliseconds. */
  at(wall: number): number;
  /**
   * Converts this clock's time to wall-clock time, both in epoch milliseconds. The inverse of `at`.
   */
  wallAt(moment: number): number;
  /** How many times faster than the wall clock this clock currently runs. */
  readonly speed: number;
  /** When `speed` next changes, in epoch milliseconds of this clock; null if never. */
  readonly speedUntil: number | null;
}

/** Returns a half-staff clock that equals the wall clock. */
export const domainClockOf = (clock: Clock): DomainClock => ({
  now: clock,
  at: (wall) => wall,
  wallAt: (moment) => moment,
  speed: 1,
  speedUntil: null,
});

/**
 * Returns a half-staff clock that shows `from` at first and runs `speed` times as fast as the wall
 * clock.
 */
export const simulatedClock = (clock: Clock, from: number, speed: number): DomainClock =>
  pacedClock(clock, [{ from, speed }]);

/**
 * A change of speed: from this time on (epoch milliseconds), a clock runs this many times as fast
 * as the wall clock.
 */
export interface Pace {
  from: number;
  speed: number;
}

/**
 * Returns a half-staff clock that shows the first pace's `from` at first, and then runs at each
 * pace in turn.
 * @param paces sorted by time
 */
export function pacedClock(clock: Clock, paces: readonly Pace[]): DomainClock {
  let wall = clock();
  const legs = paces.map(({ from, speed }, i) => {
    const until = paces[i + 1]?.from ?? null;
    const leg = { from, speed, until, wall };
    if (until !== null) wall += (until - from) / speed;
    return leg;
  });
  type Leg = (typeof legs)[number];
  const last = (isBegun: (leg: Leg) => boolean): Leg => legs.findLast(isBegun) ?? legs[0]!;
  const legAt = (moment: number) => last((leg) => leg.wall <= moment);
  const at = (moment: number) => {
    const leg = legAt(moment);
    return Math.round(leg.from + (moment - leg.wall) * leg.speed);
  };
  const wallAt = (moment: number) => {
    const leg = last(({ from }) => from <= moment);
    return Math.round(leg.wall + (moment - leg.from) / leg.speed);
  };
  return {
    now: () => at(clock()),
    at,
    wallAt,
    get speed() {
      return legAt(clock()).speed;
    },
    get speedUntil() {
      return legAt(clock()).until;
    },
  };
}
