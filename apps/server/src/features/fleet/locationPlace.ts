import { locate, type Place, type PlaceSettings, type PlaceSource } from '@halyard/domain';
import { placeOfZip } from './zipCodes.ts';

/** Where a location is, and where that comes from: what people set, its ZIP code, or its state. */
export function locationPlace(location: PlaceSettings & { zip: string }): {
  place: Place;
  source: PlaceSource;
} {
  return locate(location, placeOfZip(location.zip));
}
