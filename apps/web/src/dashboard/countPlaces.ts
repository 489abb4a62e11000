import type { Flag } from '@halyard/domain';

/** The poles of one company or location, counted by condition. */
export interface PlaceCount {
  id: string;
  name: string;
  poles: number;
  offline: number;
  /** Poles with an open alert other than an offline alert. */
  alerts: number;
}

/**
 * Counts poles by company or location. Sorts by the share of poles with problems, largest first,
 * then by name.
 * @param isOnline whether each pole is online, by `flags.id`
 */
export function countPlaces(
  flags: readonly Flag[],
  byCompany: boolean,
  isOnline: (id: string) => boolean,
): PlaceCount[] {
  const places = new Map<string, PlaceCount>();
  for (const flag of flags) {
    const id = byCompany ? flag.companyId : flag.locationId;
    const name = byCompany ? flag.company : flag.location;
    const place = places.get(id) ?? { id, name, poles: 0, offline: 0, alerts: 0 };
    places.set(id, place);
    place.poles++;
    if (!isOnline(flag.id)) place.offline++;
    if (flag.openAlerts.some((each) => each !== 'offline')) place.alerts++;
  }
  const trouble = ({ offline, alerts, poles }: PlaceCount) => (offline + alerts) / poles;
  return [...places.values()].sort(
    (a, b) =>
      trouble(b) - trouble(a) ||
      a.name.localeCompare(b.name, 'en', { numeric: true }) ||
      (a.id < b.id ? -1 : 1),
  );
}
