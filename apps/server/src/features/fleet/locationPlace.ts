import { locate, type Place, type PlaceSettings, type PlaceSource } from '@halyard/domain';
import { placeOfZip } from './zipCodes.ts';

/**
 * Returns where a location is, and the source of that: a user's setting, the ZIP code, or the
 * state.
 */
export function locationPlace(location: PlaceSettings & { zip: string }): {
  place: Place;
  source: PlaceSource;
} {
  return locate(location, placeOfZip(location.zip));
}
