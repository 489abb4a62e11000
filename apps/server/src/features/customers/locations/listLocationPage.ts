import {
  type ListPage,
  type ListQuery,
  LOCATION_SORT_KEYS,
  type Location,
  type LocationSortKey,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import type { KeyOf } from '../../fleet/directory/catalog.ts';
import type { LocationEntry } from '../../fleet/directory/entries.ts';
import { answerPage, type Lists, matching, orderOf } from '../../fleet/directory/lists.ts';
import { findLocationsById } from '../../fleet/locations.ts';

const COLUMNS: Record<LocationSortKey, KeyOf<LocationEntry>> = {
  name: ({ nameKey }) => nameKey,
  company: ({ company }) => company.nameKey,
  address: ({ cityKey }) => cityKey,
  flags: ({ flags }) => flags,
  users: ({ users }) => users,
};

/**
 * Returns one page of the locations that the actor may see. Sorts by name unless the request says
 * otherwise.
 */
export async function listLocationPage(
  ctx: Context,
  { directory, walks }: Lists,
  query: ListQuery,
): Promise<ListPage<Location>> {
  const scope = requireScope(ctx, 'location.read');
  const { locations } = await directory.current();
  const isMatch = matching<LocationEntry>(query, scope, ({ id, company }) => ({
    companyId: company.id,
    locationId: id,
  }));
  const { page } = await answerPage(
    ctx,
    walks,
    query,
    {
      name: 'locations',
      sortKeys: LOCATION_SORT_KEYS,
      find: (sort) => locations.inOrder(orderOf(sort, COLUMNS, [COLUMNS.name])).filter(isMatch),
    },
    (ids) => findLocationsById(ctx.db.queries, scope, ids),
  );
  return page;
}
