import { geographyOf } from './geography.ts';

/** The coordinates and time zone of a pole, which determine its local time, sunrise and sunset. */
export interface Place {
  /** The latitude in degrees north. */
  latitude: number;
  /**
   * The longitude in degrees east: negative in the US, except in Guam and the Northern Mariana
   * Islands.
   */
  longitude: number;
  /** IANA time zone name. */
  timeZone: string;
}

/** One entry of the ZIP code table. */
export interface ZipPlace extends Place {
  /** Two-letter code of a U.S. state. */
  state: string;
}

/**
 * Where coordinates can come from: entered for the location, looked up by its ZIP code, or the
 * center of its state, which is only approximate.
 */
export const PLACE_SOURCES = ['set', 'zip', 'state'] as const;
export type PlaceSource = (typeof PLACE_SOURCES)[number];

/**
 * The coordinates and time zone that users have set for a location; null for values that are not
 * set.
 */
export interface PlaceSettings {
  state: string;
  latitude: number | null;
  longitude: number | null;
  timeZone: string | null;
}

/**
 * Determines the coordinates and time zone of a location. Values that no user has set come from the
 * ZIP code or, failing that, from the state. If the state is unknown, the values of the District of
 * Columbia are used.
 * @param zip the ZIP code table's entry for the location; ignored if the ZIP code is in a different
 * state
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

/** Returns the coordinates and time zone of a location, as determined by `locate`. */
export function placeOf(location: PlaceSettings, zip: ZipPlace | null = null): Place {
  return locate(location, zip).place;
}

/** Returns the five digits of a ZIP code or ZIP+4; null if it is neither. */
export function zipDigits(zip: string): string | null {
  return /^(\d{5})(-\d{4})?$/.exec(zip.trim())?.[1] ?? null;
}
