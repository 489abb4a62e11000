import { AUTHORITIES, FLOWN_FLAGS, type FlownFlag } from '@halyard/domain';

/** The annual half-staff days that occur in the generated sequences of events. */
export const DAY_NAMES = ['Memorial Day', 'National Pearl Harbor Remembrance Day'] as const;

/**
 * Everything that companies and locations can choose to follow: each combination of an authority
 * and a type of flag, and each annual half-staff day.
 */
const ENTRIES = [
  ...AUTHORITIES.flatMap((authority) => FLOWN_FLAGS.map((flies) => `${authority}/${flies}`)),
  ...DAY_NAMES,
];

interface Entry {
  isOn: boolean;
  /** When the choice last changed. */
  at: number;
}

const allOn = () => new Map<string, Entry>(ENTRIES.map((entry) => [entry, { isOn: true, at: 0 }]));

/**
 * A second implementation of the settings for which orders and half-staff days companies and
 * locations follow. It updates every location with each event, while the product combines the
 * settings of the company and the location when it reads them.
 */
export class ExpectedFollows {
  readonly #companies = new Map<string, Map<string, Entry>>();
  readonly #locations = new Map<string, { companyId: string; entries: Map<string, Entry> }>();
  readonly #own = new Set<string>();

  addLocation(companyId: string, locationId: string): void {
    if (!this.#companies.has(companyId)) this.#companies.set(companyId, allOn());
    this.#locations.set(locationId, { companyId, entries: allOn() });
  }

  isOn(locationId: string, entry: string): boolean {
    return this.#entries(locationId).get(entry)!.isOn;
  }

  /**
   * Whether two types of flags at a location follow different authorities, or began to follow them
   * at different times.
   */
  differ(locationId: string, a: FlownFlag, b: FlownFlag): boolean {
    const entries = this.#entries(locationId);
    const known = (entry: string) => {
      const { isOn, at } = entries.get(entry)!;
      return isOn ? at : null;
    };
    return AUTHORITIES.some((each) => known(`${each}/${a}`) !== known(`${each}/${b}`));
  }

  isOwn(locationId: string): boolean {
    return this.#own.has(locationId);
  }

  /**
   * Changes which orders and half-staff days a company follows.
   * @param off the entries that the company does not follow
   * @returns the changed entries of each location
   */
  setCompany(companyId: string, off: ReadonlySet<string>, now: number): Map<string, string[]> {
    const changed = switchTo(this.#companies.get(companyId)!, (entry) => !off.has(entry), now);
    const found = new Map<string, string[]>();
    for (const [id, location] of this.#locations) {
      if (location.companyId !== companyId || this.#own.has(id)) continue;
      for (const entry of changed) {
        const { isOn } = this.#companies.get(companyId)!.get(entry)!;
        location.entries.set(entry, { isOn, at: now });
      }
      found.set(id, changed);
    }
    return found;
  }

  /**
   * Changes which orders and half-staff days a location follows.
   * @param off the entries that the location does not follow; null to use the company's settings
   * again
   */
  setLocation(
    locationId: string,
    off: ReadonlySet<string> | null,
    now: number,
  ): Map<string, string[]> {
    const { companyId, entries } = this.#locations.get(locationId)!;
    if (off === null && !this.#own.delete(locationId)) return new Map();
    if (off !== null) this.#own.add(locationId);
    const company = this.#companies.get(companyId)!;
    const wanted = (entry: string) => (off ? !off.has(entry) : company.get(entry)!.isOn);
    return new Map([[locationId, switchTo(entries, wanted, now)]]);
  }

  #entries = (locationId: string) => this.#locations.get(locationId)!.entries;
}

/**
 * Changes what a location follows.
 * @returns the entries that changed
 */
function switchTo(
  entries: Map<string, Entry>,
  isWanted: (entry: string) => boolean,
  now: number,
): string[] {
  const changed = [...entries].filter(([entry, { isOn }]) => isOn !== isWanted(entry));
  for (const [entry, { isOn }] of changed) entries.set(entry, { isOn: !isOn, at: now });
  return changed.map(([entry]) => entry);
}
