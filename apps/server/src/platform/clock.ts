/** Returns the current time in epoch milliseconds. Tests pass their own clock. */
export type Clock = () => number;
export const systemClock: Clock = () => Date.now();

/**
 * The half-staff engine's clock: the time that the engine, the calendar and the sun calculations
 * use. It shows the real time, except in a demo that simulates time. Online status, pending
 * commands and sessions always use the real time.
 */
export interface DomainClock {
  /** The current time of the half-staff engine's clock, in epoch milliseconds. */
  now(): number;
  /**
   * Converts real time to the time of the half-staff engine's clock, both in epoch milliseconds.
   */
  at(wall: number): number;
  /**
   * Converts the time of the half-staff engine's clock to real time, both in epoch milliseconds.
   * The inverse of `at`.
   */
  wallAt(moment: number): number;
  /** How many times faster than real time the half-staff engine's clock currently runs. */
  readonly speed: number;
  /**
   * The time when the half-staff engine's clock next changes its speed, in epoch milliseconds of
   * that clock. Null if the speed never changes again.
   */
  readonly speedUntil: number | null;
}

/** Returns a real-time clock for the half-staff engine. */
export const domainClockOf = (clock: Clock): DomainClock => ({
  now: clock,
  at: (wall) => wall,
  wallAt: (moment) => moment,
  speed: 1,
  speedUntil: null,
});

/**
 * Returns a clock for the half-staff engine. The clock starts at the time `from` and runs `speed`
 * times as fast as real time.
 */
export const simulatedClock = (clock: Clock, from: number, speed: number): DomainClock =>
  pacedClock(clock, [{ from, speed }]);

/**
 * A period during which the half-staff engine's clock runs at one speed: `speed` times as fast as
 * real time. It begins at the time `from`, in epoch milliseconds of that clock.
 */
export interface Pace {
  from: number;
  speed: number;
}

/**
 * Returns a clock for the half-staff engine whose speed changes over time. The clock starts at the
 * time `from` of the first pace. When it reaches the time `from` of a later pace, it switches to
 * that pace's speed.
 * @param paces the speeds, sorted by time
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
