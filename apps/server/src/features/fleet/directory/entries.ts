import type { FlagRecord, FlagView, Role, SummarisedView } from '@halyard/domain';

/** What lists need of each record: the text to search, and the keys to sort by (`textKey`). */
interface Entry {
  readonly id: string;
  /** As `searchText` joins it. */
  text: string;
}

export interface CompanyEntry extends Entry {
  name: string;
  nameKey: string;
  followsOrders: boolean;
  /** Numbers of its locations, flags and users. */
  locations: number;
  flags: number;
  users: number;
}

export interface LocationEntry extends Entry {
  company: CompanyEntry;
  name: string;
  nameKey: string;
  city: string;
  cityKey: string;
  /** The two-letter code. */
  state: string;
  /** Numbers of its flags and users. */
  flags: number;
  users: number;
}

export interface FlagEntry extends Entry {
  name: string;
  nameKey: string;
  flagId: string;
  ownerId: string;
  company: CompanyEntry;
  location: LocationEntry;
  /** The live state when it was last needed (liveView.ts). */
  live: LiveView | null;
}

/** The part of a flag's live state by which lists are filtered, sorted and counted. */
export interface LiveView extends SummarisedView, Pick<FlagView, 'voltage'> {
  /** The number of the answer for which it was last read (liveView.ts). */
  reading: number;
  /** The record from which it was computed. */
  record: FlagRecord;
  /** When it changes without a new record, in epoch milliseconds. */
  changesAt: number;
}

export interface UserEntry extends Entry {
  company: CompanyEntry | null;
  location: LocationEntry | null;
  name: string;
  email: string;
  role: Role;
  nameKey: string;
  lastNameKey: string;
  firstNameKey: string;
  emailKey: string;
  isSuspended: boolean;
}
