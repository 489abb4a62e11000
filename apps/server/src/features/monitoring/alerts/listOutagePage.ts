import {
  type AlertOutage,
  type ListPage,
  OUTAGE_SORT_KEYS,
  type Outage,
  type OutageListQuery,
  type OutageSortKey,
  searchQuery,
  searchText,
} from '@halyard/domain';
import type { Context } from '../../calls/context.ts';
import { inOrder, type KeyOf } from '../../fleet/directory/catalog.ts';
import { amongEntries, answerPage, type Lists, orderOf } from '../../fleet/directory/lists.ts';
import { findOutagesFor, named } from './watch/outages.ts';

/**
 * An outage in a list. Its ID is derived from the ID of its company or location, because each of
 * them has at most one outage.
 */
interface OutageEntry {
  readonly id: string;
  readonly outage: Outage;
  /** The outage's index in the default order of the list. */
  readonly index: number;
}

const COLUMNS: Record<OutageSortKey, KeyOf<OutageEntry>> = {
  offline: ({ outage }) => outage.offline,
  at: ({ outage }) => outage.at,
};

/** Returns one page of the outages among the poles that the actor may see. */
export async function listOutagePage(
  ctx: Context,
  { directory, walks }: Lists,
  query: OutageListQuery,
): Promise<ListPage<AlertOutage>> {
  const outages = await findOutagesFor(ctx);
  const { companies, locations } = await directory.current();
  const searched = searchQuery(query.q ?? '');
  const isMatch = ({ companyId, locationId }: Outage) => {
    const company = companyId === null ? null : companies.get(companyId);
    const location = locationId === null ? null : locations.get(locationId);
    // Outages of deleted companies and locations are left out.
    if (company === undefined || location === undefined) return false;
    return (
      (query.company === undefined || companyId === query.company) &&
      (query.location === undefined || locationId === query.location) &&
      searchText([company?.name ?? '', location?.name ?? '']).includes(searched)
    );
  };
  const entries = outages.flatMap((outage, index): OutageEntry[] =>
    isMatch(outage)
      ? [{ id: `${outage.companyId ?? ''} ${outage.locationId ?? ''}`, outage, index }]
      : [],
  );
  const { page } = await answerPage(
    ctx,
    walks,
    query,
    {
      name: 'outages',
      sortKeys: OUTAGE_SORT_KEYS,
      find: (sort) => inOrder(entries, orderOf(sort, COLUMNS, [({ index }) => index])),
    },
    amongEntries(entries),
  );
  const shown = page.items.map(({ outage }) => outage);
  return { ...page, items: await named(ctx.db.queries, shown) };
}
