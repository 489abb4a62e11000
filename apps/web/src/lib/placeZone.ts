import { createContext, useContext } from 'react';

/**
 * The IANA time zone of the location that a page is about; undefined if it is not about a location.
 * All times on the page use this zone, so that a user elsewhere sees only one clock.
 */
export const PlaceZone = createContext<string | undefined>(undefined);

/**
 * Returns the time zone of the location that the page is about; undefined for the browser's time
 * zone.
 */
export const usePlaceZone = (): string | undefined => useContext(PlaceZone);
