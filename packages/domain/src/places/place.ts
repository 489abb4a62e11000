import { geographyOf } from './geography.ts';

/** Where a pole stands: what its sun and its clock follow from. */
export interface Place {
  /** Degrees north. */
  latitude: number;
  /** Degrees east: negative in the US. */
  longitude: number;
  /** IANA name. */
  timeZone: string;
}

/**
 * Where a location is: as people set it, else the middle of its state and the zone of most of it.
 * Coordinates count as a pair. A state that does not exist is taken for the District of Columbia.
 */
export function placeOf(location: {
  state: string;
  latitude: number | null;
  longitude: number | null;
  timeZone: string | null;
}): Place {
  const state = geographyOf(location.state) ?? geographyOf('DC')!;
  const { latitude, longitude } = location;
  const isSet = latitude !== null && longitude !== null;
  return {
    latitude: isSet ? latitude : state.latitude,
    longitude: isSet ? longitude : state.longitude,
    timeZone: location.timeZone ?? state.zones[0],
  };
}
