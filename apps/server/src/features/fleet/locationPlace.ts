import { locate, type Place, type PlaceSettings, type PlaceSource } from '@halyard/domain';
import { placeOfZip } from './zipCodes.ts';

/**
 * Returns where a location is, and how that is known: from a user's setting, its ZIP code or its
 * state.
 */
export function locationPlace(location: PlaceSettings & { zip: string }): {
  place: Place;
  source: PlaceSource;
} {
  return locate(location, placeOfZip(location.zip));
}
