import type { DomainClock } from '../../platform/clock.ts';

/** The demo's half-staff clock, and how many times faster than the wall clock it runs. */
export interface DemoClock {
  domainClock: DomainClock;
  speed: number;
  /** Set if the clock runs through Memorial Day, for which the console has a special page. */
  isMemorialDay?: true;
}
