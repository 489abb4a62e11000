import type { DomainClock } from '../../platform/clock.ts';

/**
 * The demo's clock for half-staff days and orders, and how many times faster than real time it
 * runs.
 */
export interface DemoClock {
  domainClock: DomainClock;
  speed: number;
  /**
   * True if the demo's clock runs through Memorial Day. The console shows a special page for this.
   */
  isMemorialDay?: true;
}
