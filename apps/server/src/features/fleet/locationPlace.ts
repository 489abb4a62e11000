import { locate, type Place, type PlaceSettings, type PlaceSource } from '@halyard/domain';
import { placeOfZip } from './zipCodes.ts';

/**
 * Returns the coordinates and time zone of a location, and whether they were entered by a user or
 * derived from the ZIP code or the state.
 */
export function locationPlace(location: PlaceSettings & { zip: string }): {
  place: Place;
  source: PlaceSource;
} {
  return locate(location, placeOfZip(location.zip));
}
