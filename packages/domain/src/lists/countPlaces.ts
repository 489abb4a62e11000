import type { Flag } from '../api/flags.ts';
import type { PlaceCount } from '../api/fleetSummary.ts';

/** A flag with its company and its location. */
export interface PlacedFlag
  extends Pick<Flag, 'companyId' | 'company' | 'locationId' | 'location'> {
  openAlerts: readonly Flag['openAlerts'][number][];
}

/**
 * Whether a pole has an alert other than an offline alert. Offline poles are counted separately.
 */
export const hasPlaceAlert = (openAlerts: PlacedFlag['openAlerts']): boolean =>
  openAlerts.some((each) => each !== 'offline');

/**
 * Counts poles by company or location. Sorts the result by the share of poles with problems,
 * largest first, then by name.
 */
export function countPlaces<Item extends PlacedFlag>(
  flags: Iterable<Item>,
  byCompany: boolean,
  isOnline: (flag: Item) => boolean,
): PlaceCount[] {
  const places = new Map<string, PlaceCount>();
  for (const flag of flags) {
    const id = byCompany ? flag.companyId : flag.locationId;
    const name = byCompany ? flag.company : flag.location;
    const place = places.get(id) ?? { id, name, poles: 0, offline: 0, alerts: 0 };
    places.set(id, place);
    place.poles++;
    if (!isOnline(flag)) place.offline++;
    if (hasPlaceAlert(flag.openAlerts)) place.alerts++;
  }
  return [...places.values()].sort(comparePlaces);
}

const byName = new Intl.Collator('en', { numeric: true });
const trouble = ({ offline, alerts, poles }: PlaceCount) => (offline + alerts) / poles;

/** Compares two companies or locations by the share of poles with problems, then by name. */
export const comparePlaces = (a: PlaceCount, b: PlaceCount): number =>
  trouble(b) - trouble(a) || byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** Returns the first companies or locations in the order of `comparePlaces`. */
export function firstPlaces(places: Iterable<PlaceCount>, most: number): PlaceCount[] {
  const first: PlaceCount[] = [];
  for (const place of places) {
    if (first.length === most && comparePlaces(place, first[most - 1]!) > 0) continue;
    const at = first.findIndex((other) => comparePlaces(place, other) < 0);
    first.splice(at === -1 ? first.length : at, 0, place);
    if (first.length > most) first.pop();
  }
  return first;
}
