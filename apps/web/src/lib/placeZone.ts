import { createContext, useContext } from 'react';

/**
 * The IANA time zone of the place that a page is about; undefined if the page is about no place.
 * Its times are then those of the place, so that a user who is elsewhere reads one clock.
 */
export const PlaceZone = createContext<string | undefined>(undefined);

/** Returns the time zone in which to write times here; undefined: that of the browser. */
export const usePlaceZone = (): string | undefined => useContext(PlaceZone);
