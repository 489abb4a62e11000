import { createContext, useContext } from 'react';

/**
 * The IANA time zone of the location that a page is about. Undefined on other pages. All times on a
 * page use the same zone.
 */
export const PlaceZone = createContext<string | undefined>(undefined);

/** Returns the time zone of the location that the page is about; undefined on other pages. */
export const usePlaceZone = (): string | undefined => useContext(PlaceZone);
