import type { Role } from '@halyard/domain';
import type { FlagFacts } from '../facts/flagFacts.ts';
import type { Tally } from '../facts/tally.ts';

/**
 * The data that lists need about each record: the text to search, and the keys to sort by
 * (`textKey`).
 */
interface Entry {
  readonly id: string;
  /** The record's searchable text, as returned by `searchText`. */
  text: string;
}

export interface CompanyEntry extends Entry {
  name: string;
  nameKey: string;
  followsOrders: boolean;
  /** How many locations, flags and users the company has. */
  locations: number;
  flags: number;
  users: number;
  tally: Tally;
}

export interface LocationEntry extends Entry {
  company: CompanyEntry;
  name: string;
  nameKey: string;
  city: string;
  cityKey: string;
  /** The two-letter code of the location's state. */
  state: string;
  /** How many flags and users the location has. */
  flags: number;
  users: number;
  tally: Tally;
}

export interface FlagEntry extends Entry {
  name: string;
  nameKey: string;
  flagId: string;
  ownerId: string;
  company: CompanyEntry;
  location: LocationEntry;
  /** The flag's status as bits, for filters and counts. Only `Tables` may change it. */
  facts: FlagFacts;
  /** The last reported voltage in volts; null if the pole has not reported any. */
  voltage: number | null;
  /**
   * The time when the flag's live state will change even without a new report, in epoch
   * milliseconds.
   */
  changesAt: number;
}

export interface UserEntry extends Entry {
  company: CompanyEntry | null;
  location: LocationEntry | null;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  nameKey: string;
  lastNameKey: string;
  firstNameKey: string;
  emailKey: string;
  isSuspended: boolean;
}
