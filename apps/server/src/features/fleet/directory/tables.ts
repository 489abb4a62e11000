import { cityState, ROLE_FACTS, SEARCHED, searchText, textKey } from '@halyard/domain';
import { Catalog } from './catalog.ts';
import type { CompanyEntry, FlagEntry, LocationEntry, UserEntry } from './entries.ts';
import type { ListedTable } from './listChanges.ts';
import type { Row } from './rows.ts';

/** The entries of all listed records, which refer to each other. */
export class Tables {
  readonly companies = new Catalog<CompanyEntry>();
  readonly locations = new Catalog<LocationEntry>();
  readonly flags = new Catalog<FlagEntry>();
  readonly users = new Catalog<UserEntry>();

  /** Adds a record, or updates it. Does nothing if it refers to a record that is not known yet. */
  put<T extends ListedTable>(table: T, row: Row<T>): void {
    this.#puts[table](row);
  }

  readonly #puts: { [T in ListedTable]: (row: Row<T>) => void } = {
    companies: (row) => this.#putCompany(row),
    locations: (row) => this.#putLocation(row),
    flags: (row) => this.#putFlag(row),
    users: (row) => this.#putUser(row),
  };

  /** Also renames the company in the texts of its locations and flags. */
  #putCompany({ id, name, followsOrders }: Row<'companies'>): void {
    const known = this.companies.get(id);
    const facts = {
      name,
      nameKey: textKey(name),
      followsOrders,
      text: searchText(SEARCHED.company({ name })),
    };
    if (!known) return this.companies.add({ id, ...facts, locations: 0, flags: 0, users: 0 });
    const isRenamed = known.name !== name;
    Object.assign(known, facts);
    this.companies.changed();
    if (!isRenamed) return;
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
      this.locations.add({ id, ...facts, flags: 0, users: 0 });
      company.locations++;
      this.companies.changed();
      return;
    }
    const isRenamed = known.name !== name;
    Object.assign(known, facts);
    this.locations.changed();
    if (!isRenamed) return;
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
    if (known) this.#count('flags', known, -1);
    const facts = { name, nameKey: textKey(name), flagId, ownerId, company, location };
    const text = flagText(facts);
    if (known) {
      Object.assign(known, facts, { text, live: null });
      this.flags.changed();
    } else this.flags.add({ id, ...facts, text, live: null });
    this.#count('flags', facts, 1);
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
      if (known) known.company.locations--;
      this.companies.changed();
    } else if (table !== 'companies') {
      const known = this[table].get(id);
      if (known) this.#count(table, known, -1);
    }
    this[table].delete(id);
  }

  /** Adds to the number of flags or users of a company and a location. */
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

const locationText = ({
  company,
  ...location
}: Pick<LocationEntry, 'name' | 'company' | 'city' | 'state'>) =>
  searchText(SEARCHED.location({ ...location, company: company.name }));

const flagText = ({ name, flagId, company, location }: Omit<FlagEntry, 'id' | 'text' | 'live'>) =>
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
