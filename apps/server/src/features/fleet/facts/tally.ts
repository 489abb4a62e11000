import {
  type CountedFlag,
  countFlags,
  type FleetSummary,
  firstPlaces,
  hasPlaceAlert,
  type PlaceCount,
  SUMMARY_PLACES,
} from '@halyard/domain';
import { type FlagFacts, flagOf, groupsOf, ONLINE } from './flagFacts.ts';

interface Place {
  readonly id: string;
  name: string;
}

/** Counts the flags in one scope: all companies, one company or one location. */
export class Tally {
  /** The company or location of this scope. Null for all companies. */
  readonly place: Place | null;
  /** The counters of the companies or locations in this scope. Null if the scope is a location. */
  readonly parts: Set<Tally> | null;
  /** Whether the company or location was deleted. */
  isDeleted = false;
  readonly #counts = new Map<FlagFacts, number>();
  #poles = 0;
  #offline = 0;
  #alerts = 0;

  /** The path of the scope's flag summary in the realtime database. */
  get path(): string {
    if (this.place === null) return 'summaries/all';
    return `summaries/${this.parts === null ? 'locations' : 'companies'}/${this.place.id}`;
  }

  constructor(place: Place | null, parts: Set<Tally> | null) {
    this.place = place;
    this.parts = parts;
  }

  /** Adds a flag with the given status bits to the counts, or removes it from them. */
  add(facts: FlagFacts, change: 1 | -1): void {
    const count = (this.#counts.get(facts) ?? 0) + change;
    if (count === 0) this.#counts.delete(facts);
    else this.#counts.set(facts, count);
    this.#poles += change;
    if ((facts & ONLINE) === 0) this.#offline += change;
    if (hasPlaceAlert(flagOf(facts).openAlerts)) this.#alerts += change;
  }

  /**
   * Counts the flags that `matches` accepts. Calls `matches` only once for all flags with the same
   * status bits.
   */
  count(matches: (flag: CountedFlag) => boolean): number {
    let sum = 0;
    for (const [facts, count] of this.#counts) if (matches(flagOf(facts))) sum += count;
    return sum;
  }

  summary(): FleetSummary {
    const places = this.#filled();
    return {
      ...countFlags(groupsOf(this.#counts)),
      companies: this.place === null ? places.length : Number(this.#poles > 0),
      locations:
        this.place === null
          ? places.reduce((sum, company) => sum + company.#filled().length, 0)
          : places.length,
      places: firstPlaces(
        places.map((tally) => tally.#placeCount()),
        SUMMARY_PLACES,
      ),
    };
  }

  /** Returns the counters of the companies or locations in this scope that have flags. */
  #filled(): Tally[] {
    return [...(this.parts ?? [this])].filter((tally) => tally.#poles > 0);
  }

  #placeCount(): PlaceCount {
    const { id, name } = this.place!;
    return { id, name, poles: this.#poles, offline: this.#offline, alerts: this.#alerts };
  }
}
