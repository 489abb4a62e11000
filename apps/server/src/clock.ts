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
  /** How many times as fast as the wall clock it runs. */
  readonly speed: number;
}

/** One that shows the wall clock's time. */
export const domainClockOf = (clock: Clock): DomainClock => ({
  now: clock,
  at: (wall) => wall,
  wallAt: (moment) => moment,
  speed: 1,
});

/** One that shows `from` at its making, and from then on runs `speed` times as fast as the wall clock. */
export function simulatedClock(clock: Clock, from: number, speed: number): DomainClock {
  const begun = clock();
  const at = (wall: number) => Math.round(from + (wall - begun) * speed);
  const wallAt = (moment: number) => Math.round(begun + (moment - from) / speed);
  return { now: () => at(clock()), at, wallAt, speed };
}
