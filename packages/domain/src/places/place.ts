import { geographyOf } from './geography.ts';

/** The coordinates and time zone of a pole, which determine its sun and clock. */
export interface Place {
  /** Degrees north. */
  latitude: number;
  /** Degrees east: negative in the US, except in Guam and the Northern Mariana Islands. */
  longitude: number;
  /** IANA name. */
  timeZone: string;
}

/** One entry of the ZIP code table. */
export interface ZipPlace extends Place {
  /** The two-letter code of the state. */
  state: string;
}

/**
 * Where coordinates come from: the location itself, its ZIP code, or the center of its state, which
 * is only approximate.
 */
export const PLACE_SOURCES = ['set', 'zip', 'state'] as const;
export type PlaceSource = (typeof PLACE_SOURCES)[number];

/** The coordinates and time zone that users set on a location; null for values that are not set. */
export interface PlaceSettings {
  state: string;
  latitude: number | null;
  longitude: number | null;
  timeZone: string | null;
}

/**
 * Finds the coordinates and time zone of a location. Coordinates are used as a pair: as users set
 * them, otherwise those of the ZIP code, otherwise the center of the state. The time zone is found
 * separately in the same order. An unknown state counts as the District of Columbia.
 * @param zip the table's entry for the location's ZIP code; ignored if it is in another state
 */
export function locate(
  location: PlaceSettings,
  zip: ZipPlace | null,
): { place: Place; source: PlaceSource } {
  const state = geographyOf(location.state) ?? geographyOf('DC')!;
  const known = zip?.state === location.state ? zip : null;
  const { latitude, longitude } = location;
  const isSet = latitude !== null && longitude !== null;
  const at = isSet ? { latitude, longitude } : (known ?? state);
  return {
    place: {
      latitude: at.latitude,
      longitude: at.longitude,
      timeZone: location.timeZone ?? known?.timeZone ?? state.zones[0],
    },
    source: isSet ? 'set' : known ? 'zip' : 'state',
  };
}

/** The coordinates and time zone of a location, found as by `locate`. */
export function placeOf(location: PlaceSettings, zip: ZipPlace | null = null): Place {
  return locate(location, zip).place;
}

/** The five digits of a ZIP code or ZIP+4, otherwise null. */
export function zipDigits(zip: string): string | null {
  return /^(\d{5})(-\d{4})?$/.exec(zip.trim())?.[1] ?? null;
}
