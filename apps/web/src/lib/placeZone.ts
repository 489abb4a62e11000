import { createContext, useContext } from 'react';

/**
 * The IANA time zone of the place that a page is about; undefined if the page is not about a place.
 * All times on the page use this zone, so that a user elsewhere sees only one clock.
 */
export const PlaceZone = createContext<string | undefined>(undefined);

/**
 * Returns the time zone of the place that the page is about; undefined for the browser's time zone.
 */
export const usePlaceZone = (): string | undefined => useContext(PlaceZone);
