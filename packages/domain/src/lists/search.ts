import type { Flag } from '../api/flags.ts';
import type { User } from '../api/people.ts';
import type { Company, Location } from '../api/places.ts';

/**
 * Joins fields into one string to search in. Line breaks between the fields keep each match within
 * one field.
 */
export function searchText(fields: readonly string[]): string {
  return fields.join('\n').toLowerCase();
}

/**
 * Prepares a search query for matching against a `searchText`, ignoring case (spec §5). An empty
 * query matches everything.
 */
export function searchQuery(typed: string): string {
  return typed.trim().toLowerCase();
}

export const cityState = ({ city, state }: Pick<Location, 'city' | 'state'>) => `${city}, ${state}`;

/** The fields that are searched in each list (spec §5). Flags are also searched by live status. */
export const SEARCHED = {
  company: ({ name }: Pick<Company, 'name'>) => [name],
  location: (location: Pick<Location, 'name' | 'company' | 'city' | 'state'>) => [
    location.name,
    location.company,
    cityState(location),
  ],
  flag: ({
    flagId,
    name,
    company,
    location,
  }: Pick<Flag, 'flagId' | 'name' | 'company' | 'location'>) => [flagId, name, company, location],
  user: ({
    name,
    email,
    formattedRole,
    location,
  }: Pick<User, 'name' | 'email' | 'formattedRole' | 'location'>) => [
    name,
    email,
    formattedRole,
    location ?? '',
  ],
};
