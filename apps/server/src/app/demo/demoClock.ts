import type { DomainClock } from '../../platform/clock.ts';

/** The clock for the demo's half-staff, and how many times as fast as the wall clock it runs. */
export interface DemoClock {
  domainClock: DomainClock;
  speed: number;
  /** Whether the clock runs through Memorial Day, for which the console has a page. */
  isMemorialDay?: true;
}
