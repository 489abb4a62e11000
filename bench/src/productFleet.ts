/** A flag of the fleet that `apps/server/src/testing/largeFleet.ts` creates. */
export interface FleetFlag {
  ownerId: string;
  flagId: string;
  key: string;
}

const COMPANIES = 500;

/**
 * Returns a flag by its index in the fleet.
 * @param index counted from 0
 */
export const fleetFlag = (index: number): FleetFlag => ({
  ownerId: `company-c${index % COMPANIES}`,
  flagId: `P-${index}`,
  key: `key-${index}`,
});

/** Returns the path and query with which poles request a flag's node. */
export const nodeOf = ({ ownerId, flagId, key }: FleetFlag): string =>
  `/users/${ownerId}/hardware/${flagId}.json?auth=${key}`;

/**
 * Returns one of the loopback addresses that poles connect from. There are many addresses, as in a
 * real fleet, because the server limits the number of new connections per address.
 * @param index the index of the address, from 0 to 49,999
 */
export const poleAddress = (index: number): string =>
  `127.1.${Math.floor(index / 200)}.${(index % 200) + 1}`;
