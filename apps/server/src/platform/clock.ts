/** The time in epoch milliseconds; tests hold it in their hand. */
export type Clock = () => number;
export const systemClock: Clock = () => Date.now();

/**
 * The time by which calendar, sun and half-staff engine go: the wall clock's, except in a demo that
 * simulates it. Presence, pending commands and sessions stay on the wall clock.
 */
export interface DomainClock {
  /** Epoch milliseconds. */
  now(): number;
  /** What it shows when the wall clock shows `wall` (epoch milliseconds). */
  at(wall: number): number;
  /** What the wall clock shows when this one shows `moment` (epoch milliseconds): the opposite of `at`. */
  wallAt(moment: number): number;
  /** How many times as fast as the wall clock it runs now. */
  readonly speed: number;
  /** Until which moment of its own it runs so fast, in epoch milliseconds; null: it goes on. */
  readonly speedUntil: number | null;
}

/** One that shows the wall clock's time. */
export const domainClockOf = (clock: Clock): DomainClock => ({
  now: clock,
  at: (wall) => wall,
  wallAt: (moment) => moment,
  speed: 1,
  speedUntil: null,
});

/** One that shows `from` at its making, and from then on runs `speed` times as fast as the wall clock. */
export const simulatedClock = (clock: Clock, from: number, speed: number): DomainClock =>
  pacedClock(clock, [{ from, speed }]);

/** From which moment of the clock's own (epoch milliseconds) it runs how many times as fast as the wall clock. */
export interface Pace {
  from: number;
  speed: number;
}

/** One that shows the first moment at its making, and runs as fast as each says. @param paces in order */
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
