import type { ListQuery, Scope } from '@halyard/domain';
import type { Tables } from '../directory/tables.ts';
import { Tally } from '../facts/tally.ts';

/**
 * Returns the counts of the flags that are in scope and also in the requested company and location.
 */
export function tallyOf(
  { tally, companies, locations }: Pick<Tables, 'tally' | 'companies' | 'locations'>,
  scope: Scope,
  { company, location }: Pick<ListQuery, 'company' | 'location'>,
): Tally {
  const nothing = new Tally(null, new Set());
  if (scope.kind === 'nothing') return nothing;
  const companyId = scope.kind === 'all' ? company : scope.companyId;
  const locationId = scope.kind === 'location' ? scope.locationId : location;
  const isOther = (asked: string | undefined, own: string | undefined) =>
    asked !== undefined && asked !== own;
  if (isOther(company, companyId) || isOther(location, locationId)) return nothing;
  if (locationId !== undefined) {
    const place = locations.get(locationId);
    return place && !isOther(companyId, place.company.id) ? place.tally : nothing;
  }
  return companyId === undefined ? tally : (companies.get(companyId)?.tally ?? nothing);
}
