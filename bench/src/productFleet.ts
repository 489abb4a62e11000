/** A flag of the fleet that `apps/server/src/testing/largeFleet.ts` creates. */
export interface FleetFlag {
  ownerId: string;
  flagId: string;
  key: string;
}

const COMPANIES = 500;

/** @param index the number of the flag, counted from 0 */
export const fleetFlag = (index: number): FleetFlag => ({
  ownerId: `company-c${index % COMPANIES}`,
  flagId: `P-${index}`,
  key: `key-${index}`,
});
