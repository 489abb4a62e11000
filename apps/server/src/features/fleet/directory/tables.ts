import { cityState, ROLE_FACTS, SEARCHED, searchText, textKey } from '@halyard/domain';
import { type FlagFacts, PLACE_FACTS, placeFacts } from '../facts/flagFacts.ts';
import { Tally } from '../facts/tally.ts';
import { Catalog } from './catalog.ts';
import type { CompanyEntry, FlagEntry, LocationEntry, UserEntry } from './entries.ts';
import type { ListedTable, Row } from './rows.ts';

/** A list entry for each company, location, flag and user, and the number of flags in each scope. */
export class Tables {
  readonly companies = new Catalog<CompanyEntry>();
  readonly locations = new Catalog<LocationEntry>();
  readonly flags = new Catalog<FlagEntry>();
  readonly users = new Catalog<UserEntry>();
  /** The counter for all flags. It contains a counter for each company and each location. */
  readonly tally = new Tally(null, new Set());
  /**
   * The counters whose flag summaries may have changed since the last publication. The summary
   * publisher empties this set.
   */
  readonly changedTallies = new Set<Tally>([this.tally]);
  /** The flags whose live state must be read. The code that reads them empties this set. */
  readonly unread = new Set<FlagEntry>();
  /** How many times flags have been added or changed. */
  flagChanges = 0;
  readonly #flagsByFlagId = new Map<string, FlagEntry>();

  /** Returns the flag with this flag ID. */
  flagOfDevice(flagId: string): FlagEntry | undefined {
    return this.#flagsByFlagId.get(flagId);
  }

  /** Sets a flag's status bits: each bit that `mask` selects gets its value from `facts`. */
  setFacts(flag: FlagEntry, mask: FlagFacts, facts: FlagFacts): void {
    const next = (flag.facts & ~mask) | facts;
    if (next === flag.facts) return;
    this.#tally(flag, -1);
    flag.facts = next;
    this.#tally(flag, 1);
  }

  /**
   * Adds or updates a record. Does nothing if the record refers to another record that is still
   * unknown.
   */
  put<T extends ListedTable>(table: T, row: Row<T>): void {
    this.#puts[table](row);
  }

  readonly #puts: { [T in ListedTable]: (row: Row<T>) => void } = {
    companies: (row) => this.#putCompany(row),
    locations: (row) => this.#putLocation(row),
    flags: (row) => this.#putFlag(row),
    users: (row) => this.#putUser(row),
  };

  /**
   * Adds or updates a company. A new name also changes the search texts of the company's locations
   * and flags.
   */
  #putCompany({ id, name, followsOrders }: Row<'companies'>): void {
    const known = this.companies.get(id);
    const facts = {
      name,
      nameKey: textKey(name),
      followsOrders,
      text: searchText(SEARCHED.company({ name })),
    };
    if (!known) {
      const entry = { id, ...facts, locations: 0, flags: 0, users: 0 };
      const tally = new Tally(entry, new Set());
      this.companies.add(Object.assign(entry, { tally }));
      this.tally.parts!.add(tally);
      this.changedTallies.add(tally).add(this.tally);
      return;
    }
    const isRenamed = known.name !== name;
    const followed = known.followsOrders;
    Object.assign(known, facts);
    this.companies.changed();
    if (followed !== known.followsOrders) this.#placesChanged(({ company }) => company === known);
    if (!isRenamed) return;
    this.changedTallies.add(this.tally);
    for (const location of this.locations.values())
      if (location.company === known) location.text = locationText(location);
    for (const flag of this.flags.values()) if (flag.company === known) flag.text = flagText(flag);
    this.locations.changed();
    this.flags.changed();
  }

  #putLocation({ id, companyId, name, city, state }: Row<'locations'>): void {
    const company = this.companies.get(companyId);
    if (!company) return;
    const known = this.locations.get(id);
    const facts = {
      company,
      name,
      nameKey: textKey(name),
      city,
      cityKey: textKey(cityState({ city, state })),
      state,
      text: locationText({ name, company, city, state }),
    };
    if (!known) {
      const entry = { id, ...facts, flags: 0, users: 0 };
      const tally = new Tally(entry, null);
      this.locations.add(Object.assign(entry, { tally }));
      company.tally.parts!.add(tally);
      this.changedTallies.add(tally);
      company.locations++;
      this.companies.changed();
      return;
    }
    const isRenamed = known.name !== name;
    const before = known.state;
    Object.assign(known, facts);
    this.locations.changed();
    if (before !== state) this.#placesChanged(({ location }) => location === known);
    if (!isRenamed) return;
    this.changedTallies.add(known.tally).add(company.tally);
    for (const flag of this.flags.values()) if (flag.location === known) flag.text = flagText(flag);
    for (const user of this.users.values()) if (user.location === known) user.text = userText(user);
    this.flags.changed();
    this.users.changed();
  }

  #putFlag({ id, name, flagId, ownerId, companyId, locationId }: Row<'flags'>): void {
    const company = this.companies.get(companyId);
    const location = this.locations.get(locationId);
    if (!company || !location) return;
    const known = this.flags.get(id);
    const facts = { name, nameKey: textKey(name), flagId, ownerId, company, location };
    const text = flagText(facts);
    if (known) {
      this.#countFlag(known, -1);
      Object.assign(known, facts, { text });
      known.facts = (known.facts & ~PLACE_FACTS) | placeFactsOf(known);
      this.flags.changed();
      this.#countFlag(known, 1);
      return;
    }
    const entry = {
      id,
      ...facts,
      text,
      facts: placeFactsOf(facts),
      voltage: null,
      changesAt: 0,
    };
    this.flags.add(entry);
    this.#countFlag(entry, 1);
  }

  #putUser(row: Row<'users'>): void {
    const { id, firstName, lastName, email, role, companyId, locationId, suspendedAt } = row;
    const company = companyId === null ? null : this.companies.get(companyId);
    const location = locationId === null ? null : this.locations.get(locationId);
    if (company === undefined || location === undefined) return;
    const known = this.users.get(id);
    if (known) this.#count('users', known, -1);
    const name = `${firstName} ${lastName}`;
    const facts = {
      company,
      location,
      name,
      firstName,
      lastName,
      email,
      role,
      nameKey: textKey(name),
      firstNameKey: textKey(firstName),
      lastNameKey: textKey(lastName),
      emailKey: textKey(email),
      isSuspended: suspendedAt !== null,
    };
    const text = userText(facts);
    if (known) {
      Object.assign(known, facts, { text });
      this.users.changed();
    } else this.users.add({ id, ...facts, text });
    this.#count('users', facts, 1);
  }

  delete(table: ListedTable, id: string): void {
    if (table === 'locations') {
      const known = this.locations.get(id);
      if (known) this.#removeTally(known.tally, known.company.tally);
      if (known) known.company.locations--;
      this.companies.changed();
    } else if (table === 'companies') {
      const known = this.companies.get(id);
      if (known) {
        this.#deleteOfCompany(known);
        this.#removeTally(known.tally, this.tally);
      }
    } else if (table === 'flags') {
      const known = this.flags.get(id);
      if (known) this.#countFlag(known, -1);
    } else {
      const known = this.users.get(id);
      if (known) this.#count('users', known, -1);
    }
    this[table].delete(id);
  }

  /**
   * Removes all records of a company from the lists, because the company is being deleted. Another
   * job deletes the records from the database.
   */
  #deleteOfCompany(company: CompanyEntry): void {
    for (const table of ['users', 'flags', 'locations'] as const)
      for (const entry of this[table].values())
        if (entry.company === company) this.delete(table, entry.id);
  }

  /**
   * Removes the flag counter of a deleted company or location. Adds it to `changedTallies`, so that
   * its published flag summary is deleted too.
   */
  #removeTally(tally: Tally, from: Tally): void {
    from.parts!.delete(tally);
    tally.isDeleted = true;
    this.changedTallies.add(tally).add(from);
  }

  #countFlag(flag: FlagEntry, change: 1 | -1): void {
    this.#count('flags', flag, change);
    this.#tally(flag, change);
    if (change === 1) {
      this.#flagsByFlagId.set(flag.flagId, flag);
      this.unread.add(flag);
      this.flagChanges++;
    } else {
      if (this.#flagsByFlagId.get(flag.flagId) === flag) this.#flagsByFlagId.delete(flag.flagId);
      this.unread.delete(flag);
    }
  }

  #tally({ facts, company, location }: FlagEntry, change: 1 | -1): void {
    for (const tally of [this.tally, company.tally, location.tally]) {
      tally.add(facts, change);
      this.changedTallies.add(tally);
    }
  }

  /** Updates the status bits of flags after a change to their company or location. */
  #placesChanged(isAffected: (flag: FlagEntry) => boolean): void {
    for (const flag of this.flags.values())
      if (isAffected(flag)) this.setFacts(flag, PLACE_FACTS, placeFactsOf(flag));
  }

  /** Increases or decreases the number of flags or users of a company and a location by one. */
  #count(
    field: 'flags' | 'users',
    { company, location }: { company: CompanyEntry | null; location: LocationEntry | null },
    change: 1 | -1,
  ): void {
    if (company) company[field] += change;
    if (location) location[field] += change;
    this.companies.changed();
    this.locations.changed();
  }
}

const placeFactsOf = ({ company, location }: Pick<FlagEntry, 'company' | 'location'>) =>
  placeFacts(company.followsOrders, location.state);

const locationText = ({
  company,
  ...location
}: Pick<LocationEntry, 'name' | 'company' | 'city' | 'state'>) =>
  searchText(SEARCHED.location({ ...location, company: company.name }));

const flagText = ({
  name,
  flagId,
  company,
  location,
}: Pick<FlagEntry, 'name' | 'flagId' | 'company' | 'location'>) =>
  searchText(SEARCHED.flag({ name, flagId, company: company.name, location: location.name }));

const userText = ({ name, email, role, location }: Omit<UserEntry, 'id' | 'text'>) =>
  searchText(
    SEARCHED.user({
      name,
      email,
      formattedRole: ROLE_FACTS[role].label,
      location: location?.name ?? null,
    }),
  );
