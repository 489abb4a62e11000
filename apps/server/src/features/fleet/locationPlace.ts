import { locate, type Place, type PlaceSettings, type PlaceSource } from '@halyard/domain';
import { placeOfZip } from './zipCodes.ts';

/**
 * Returns a location's coordinates and time zone, and whether a user entered them or they were
 * derived from the ZIP code or the state.
 */
export function locationPlace(location: PlaceSettings & { zip: string }): {
  place: Place;
  source: PlaceSource;
} {
  return locate(location, placeOfZip(location.zip));
}
