import type { Flag } from '../api/flags.ts';
import type { User } from '../api/people.ts';
import type { Company, Location } from '../api/places.ts';

/** What a search looks through: fields are kept apart, so that no match runs from one into the next. */
export function searchText(fields: readonly string[]): string {
  return fields.join('\n').toLowerCase();
}

/** What is looked for in a `searchText`: a substring without regard to case (spec §5); '' finds all. */
export function searchQuery(typed: string): string {
  return typed.trim().toLowerCase();
}

export const cityState = ({ city, state }: Pick<Location, 'city' | 'state'>) => `${city}, ${state}`;

/** The fields by which each list is searched (spec §5); a flag by its status too, which lives. */
export const SEARCHED = {
  company: ({ name }: Company) => [name],
  location: (location: Location) => [location.name, location.company, cityState(location)],
  flag: ({ flagId, name, company, location }: Flag) => [flagId, name, company, location],
  user: ({ name, email, formattedRole, location }: User) => [
    name,
    email,
    formattedRole,
    location ?? '',
  ],
};
