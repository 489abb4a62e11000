import {
  countControls,
  countFilters,
  FLAG_SORT_KEYS,
  type FlagListQuery,
  type FlagPage,
  type FlagSortKey,
  inScope,
  positionSortKey,
  type Scope,
  type SortState,
} from '@halyard/domain';
import { type Context, requireScope } from '../calls/context.ts';
import { type KeyOf, sortedBy } from '../fleet/directory/catalog.ts';
import type { FlagEntry } from '../fleet/directory/entries.ts';
import { answerPage, type Lists, orderOf } from '../fleet/directory/lists.ts';
import type { Tables } from '../fleet/directory/tables.ts';
import { flagOf, groupsOf, ONLINE } from '../fleet/facts/flagFacts.ts';
import { findFlagsById } from '../fleet/flags.ts';
import { tallyOf } from '../fleet/summaries/tallyOf.ts';
import { withLiveState } from './flags.ts';
import { BY_NAME, type MatchedFlags, matchFlags } from './matchFlags.ts';

/**
 * The columns whose values change when poles report. A list sorted by one of them can change its
 * order at any time.
 */
const LIVE_COLUMNS: readonly FlagSortKey[] = ['status', 'voltage', 'position'];

/**
 * Returns one page of the flags that the actor may see and that match all filters. Includes their
 * live state. Sorts by name unless the request says otherwise.
 */
export async function listFlagPage(
  ctx: Context,
  { fleet, walks }: Lists,
  query: FlagListQuery,
): Promise<FlagPage> {
  const scope = requireScope(ctx, 'flag.read');
  const tables = await fleet.current();
  const { flags } = tables;
  const { counts: wantsCounts, ...rest } = query;
  const columns: Record<FlagSortKey, KeyOf<FlagEntry>> = {
    company: ({ company }) => company.nameKey,
    flag: ({ nameKey }) => nameKey,
    location: ({ location }) => location.nameKey,
    status: ({ facts }) => facts & ONLINE,
    voltage: ({ voltage }) => voltage,
    position: ({ facts }) => positionSortKey(flagOf(facts).view.position),
  };
  let matched = null as MatchedFlags | null;
  const find = (sort: SortState<FlagSortKey> | 'id') => {
    const order = orderOf(sort, columns, BY_NAME);
    const isLive = sort !== null && sort !== 'id' && LIVE_COLUMNS.includes(sort.key);
    const entries = flags.inOrder(isLive ? orderOf(null, columns, BY_NAME) : order);
    matched = matchFlags(entries, scope, query);
    return isLive ? sortedBy(columns[sort.key], order.sign, matched.found) : matched.found;
  };

  const { page } = await answerPage(
    ctx,
    walks,
    rest,
    { name: 'flags', sortKeys: FLAG_SORT_KEYS, find },
    async (ids) => withLiveState(ctx, await findFlagsById(ctx.db.queries, scope, ids), ids),
  );
  if (wantsCounts === undefined || matched === null) return page;
  const { criteria, searched, counts } = matched;
  return {
    ...page,
    counts: Object.fromEntries(countFilters(groupsOf(searched), criteria)),
    controls: countControls(groupsOf(counts)),
    summary: tallyOf(tables, scope, query).summary(),
    place: requestedPlace(tables, scope, query),
  };
}

/** Returns the requested company and location. Each is null if the caller may not see it. */
function requestedPlace(
  { companies, locations }: Tables,
  scope: Scope,
  { company: companyId = '', location: locationId = '' }: FlagListQuery,
): NonNullable<FlagPage['place']> {
  const company = companies.get(companyId);
  const location = locations.get(locationId);
  const seesCompany =
    company && (scope.kind === 'all' || ('companyId' in scope && scope.companyId === company.id));
  const seesLocation =
    location && inScope(scope, { companyId: location.company.id, locationId: location.id });
  return {
    company: seesCompany ? { id: company.id, name: company.name } : null,
    location: seesLocation
      ? { id: location.id, name: location.name, companyId: location.company.id }
      : null,
  };
}
