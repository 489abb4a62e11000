import {
  FLAG_PLACES_MAX,
  type FlagPlaces,
  type FlagPlacesQuery,
  inScope,
  searchQuery,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import type { LocationEntry } from './entries.ts';
import { type Lists, orderOf } from './lists.ts';

interface Named {
  readonly id: string;
  name: string;
  nameKey: string;
  flags: number;
}
const BY_NAME = orderOf(null, {}, [({ nameKey }: Named) => nameKey]);

/**
 * Finds companies and locations by name. Returns only companies and locations where the actor may
 * see flags.
 */
export async function listFlagPlaces(
  ctx: Context,
  { directory }: Lists,
  { q = '', company }: FlagPlacesQuery,
): Promise<FlagPlaces> {
  const scope = requireScope(ctx, 'flag.read');
  const { companies, locations } = await directory.current();
  const query = searchQuery(q);
  const isFound = ({ name, flags }: Named) => flags > 0 && name.toLowerCase().includes(query);
  const counted = ({ id, name, flags }: Named) => ({ id, name, flags });
  const isLocation = (one: LocationEntry) =>
    isFound(one) &&
    inScope(scope, { companyId: one.company.id, locationId: one.id }) &&
    (company === undefined || one.company.id === company);
  return {
    companies:
      scope.kind === 'all' ? firstOf(companies.inOrder(BY_NAME), isFound).map(counted) : [],
    locations: firstOf(locations.inOrder(BY_NAME), isLocation).map((one) => ({
      ...counted(one),
      company: one.company.name,
    })),
  };
}

/** Returns the first FLAG_PLACES_MAX entries that `isMatch` accepts. */
function firstOf<Entry>(entries: readonly Entry[], isMatch: (entry: Entry) => boolean): Entry[] {
  const found: Entry[] = [];
  for (const entry of entries) {
    if (!isMatch(entry)) continue;
    found.push(entry);
    if (found.length === FLAG_PLACES_MAX) break;
  }
  return found;
}
