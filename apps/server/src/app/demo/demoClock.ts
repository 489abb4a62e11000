import type { DomainClock } from '../../platform/clock.ts';

/**
 * The demo's clock for half-staff days and orders, and how many times faster than real time it
 * runs.
 */
export interface DemoClock {
  domainClock: DomainClock;
  speed: number;
  /**
   * Set if the demo's clock runs through Memorial Day, for which the console has a special page.
   */
  isMemorialDay?: true;
}
