import type { Pole } from '@halyard/domain';
import type { HalfStaffFlag } from '../poles/poles.ts';

/**
 * Returns a pole that represents all poles at a location that fly the same type of flag. Its flag
 * is up, and its company is treated as following orders.
 */
export const poleAtSite = ({ site }: Pick<HalfStaffFlag, 'site'>): Pole => ({
  ...site,
  optedIn: true,
  concernedSince: 0,
  releasedAt: null,
  lock: null,
  hold: null,
  reported: 'up',
  position: 'up',
  request: null,
});
