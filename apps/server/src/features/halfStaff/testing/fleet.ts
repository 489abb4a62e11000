import { comparePoles, type Scope } from '@halyard/domain';
import type { Services } from '../../calls/context.ts';
import { eachPole, type FleetPole } from '../poles/fleet.ts';
import { PoleIndex } from '../poles/poleIndex.ts';

/** Returns the poles in a scope, sorted by company, location and name. */
export async function findFleet(
  services: Pick<Services, 'db' | 'link' | 'domainClock'>,
  scope: Scope = { kind: 'all' },
): Promise<FleetPole[]> {
  const fleet: FleetPole[] = [];
  await eachPole(services, new PoleIndex(services.db), scope, (pole) => fleet.push(pole));
  return fleet.sort((a, b) => comparePoles(a.ref, b.ref));
}
