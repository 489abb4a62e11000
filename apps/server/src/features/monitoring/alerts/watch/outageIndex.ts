import type { OfflinePole, OutageGroup } from '@halyard/domain';

/** The data about a pole that outage detection needs. */
export interface OutagePole {
  companyId: string;
  locationId: string;
  /** Whether the pole has ever reported. */
  isKnown: boolean;
  /**
   * The time of an offline pole's last report, in epoch milliseconds. Null if the pole is not
   * offline.
   */
  offlineSince: number | null;
}

/**
 * The poles of the fleet, a company or a location: how many there are, and which of them are
 * offline.
 */
class Group {
  total = 0;
  known = 0;
  /** The offline poles by `flags.id`. */
  readonly offline = new Map<string, OfflinePole>();
  readonly parts = new Map<string, Group>();

  add(id: string, { companyId, locationId, isKnown, offlineSince }: OutagePole): void {
    this.total++;
    if (isKnown) this.known++;
    if (offlineSince !== null) this.offline.set(id, { companyId, locationId, offlineSince });
  }

  delete(id: string, { isKnown }: OutagePole): void {
    this.total--;
    if (isKnown) this.known--;
    this.offline.delete(id);
  }

  /**
   * Converts the counts to the format that the outage rules use. Leaves out companies and locations
   * without offline poles.
   * @param id the ID of the company or location; null for the whole fleet
   */
  toDomain(id: string | null): OutageGroup {
    const parts = Array.from(this.parts).filter(([, part]) => part.offline.size > 0);
    return {
      id,
      total: this.total,
      known: this.known,
      offline: [...this.offline.values()],
      parts: parts.map(([each, part]) => part.toDomain(each)),
    };
  }
}

/** Keeps counts of the offline poles by company and location, and updates them with each change. */
export class OutageIndex {
  readonly #poles = new Map<string, OutagePole>();
  readonly #fleet = new Group();
  /** Set to true whenever a pole changes. The caller sets it back to false. */
  isChanged = false;

  /**
   * Updates the counts with a pole's current state.
   * @param id the flag's ID in the table `flags`
   */
  set(id: string, pole: OutagePole): void {
    const known = this.#poles.get(id);
    if (known && isSame(known, pole)) return;
    this.delete(id);
    this.#poles.set(id, pole);
    for (const group of this.#groupsOf(pole)) group.add(id, pole);
    this.isChanged = true;
  }

  delete(id: string): void {
    const known = this.#poles.get(id);
    if (!known) return;
    this.#poles.delete(id);
    const [fleet, company, location] = this.#groupsOf(known);
    for (const group of [fleet, company, location]) group.delete(id, known);
    if (location.total === 0) company.parts.delete(known.locationId);
    if (company.total === 0) fleet.parts.delete(known.companyId);
    this.isChanged = true;
  }

  /**
   * Returns the counts of poles in the whole fleet, and in each company and location that has
   * offline poles.
   */
  fleet(): OutageGroup {
    return this.#fleet.toDomain(null);
  }

  #groupsOf({ companyId, locationId }: OutagePole): [Group, Group, Group] {
    const company = partOf(this.#fleet, companyId);
    return [this.#fleet, company, partOf(company, locationId)];
  }
}

function partOf(group: Group, id: string): Group {
  let part = group.parts.get(id);
  if (!part) {
    part = new Group();
    group.parts.set(id, part);
  }
  return part;
}

const isSame = (a: OutagePole, b: OutagePole): boolean =>
  a.companyId === b.companyId &&
  a.locationId === b.locationId &&
  a.isKnown === b.isKnown &&
  a.offlineSince === b.offlineSince;
