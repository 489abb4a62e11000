import {
  countControls,
  type FilteredFlag,
  FLAG_SORT_KEYS,
  type FlagListQuery,
  type FlagPage,
  type FlagSortKey,
  filterCounts,
  type SortState,
  type SummarisedFlag,
  summariseFleet,
} from '@halyard/domain';
import { type Context, requireScope } from '../calls/context.ts';
import { type KeyOf, sortedBy } from '../fleet/directory/catalog.ts';
import type { FlagEntry, LiveView } from '../fleet/directory/entries.ts';
import { answerPage, type Lists, matching, orderOf } from '../fleet/directory/lists.ts';
import { findFlagsById } from '../fleet/flags.ts';
import { withLiveState } from './flags.ts';
import { BY_NAME, flagMatcher, placeOfFlag } from './matchFlags.ts';

/** The columns whose sort order changes when poles report. */
const LIVE_COLUMNS: readonly FlagSortKey[] = ['status', 'voltage'];

/**
 * Returns one page of the flags that the actor may see and that meet all filters, with their live
 * state. Sorts by name unless the request says otherwise.
 */
export async function listFlagPage(
  ctx: Context,
  { directory, walks }: Lists,
  query: FlagListQuery,
): Promise<FlagPage> {
  const scope = requireScope(ctx, 'flag.read');
  const { flags } = await directory.current();
  const { counts: wantsCounts, ...rest } = query;
  const { criteria, viewOf, factsOf, isFound, meets } = await flagMatcher(ctx, scope, query);
  const columns: Record<FlagSortKey, KeyOf<FlagEntry>> = {
    company: ({ company }) => company.nameKey,
    flag: ({ nameKey }) => nameKey,
    location: ({ location }) => location.nameKey,
    status: (entry) => Number(viewOf(entry).isOnline),
    voltage: (entry) => viewOf(entry).voltage,
  };
  /** The flags that match the search text, before the filters are applied. */
  let searched: readonly FlagEntry[] = [];
  const find = (sort: SortState<FlagSortKey> | 'id') => {
    const order = orderOf(sort, columns, BY_NAME);
    const isLive = sort !== null && sort !== 'id' && LIVE_COLUMNS.includes(sort.key);
    const ordered = flags.inOrder(isLive ? orderOf(null, columns, BY_NAME) : order);
    searched = ordered.filter(isFound);
    const found = searched.filter(meets);
    return isLive ? sortedBy(columns[sort.key], order.sign, found) : found;
  };

  const { found, ...page } = await answerPage(
    ctx,
    walks,
    rest,
    { name: 'flags', sortKeys: FLAG_SORT_KEYS, find },
    async (ids) => withLiveState(ctx, await findFlagsById(ctx.db.queries, scope, ids), ids),
  );
  if (wantsCounts === undefined || found === null) return page;
  const { company, location } = query;
  const isInPlace = matching<FlagEntry>({ company, location }, scope, placeOfFlag);
  const inPlace = [...flags.values()].filter(isInPlace);
  return {
    ...page,
    counts: Object.fromEntries(filterCounts(searched, criteria, viewOf, factsOf)),
    controls: countControls(found.map((entry) => ({ view: viewOf(entry) }))),
    summary: summariseFleet(
      inPlace.map((entry) => summarised(entry, factsOf(entry), viewOf(entry))),
      scope.kind === 'all' && company === undefined && location === undefined,
    ),
  };
}

const summarised = (
  { company, location }: FlagEntry,
  facts: FilteredFlag,
  view: LiveView,
): SummarisedFlag => ({
  ...facts,
  companyId: company.id,
  company: company.name,
  locationId: location.id,
  location: location.name,
  view,
});
