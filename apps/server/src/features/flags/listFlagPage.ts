import {
  countControls,
  type FilteredFlag,
  FLAG_SORT_KEYS,
  type FlagListQuery,
  type FlagPage,
  type FlagSortKey,
  filterCounts,
  meetsCriteria,
  readCriteria,
  type SortState,
  type SummarisedFlag,
  searchText,
  summariseFleet,
} from '@halyard/domain';
import { findOpenConditions } from '../alerts/queries/openConditions.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { type KeyOf, sortedBy } from '../fleet/directory/catalog.ts';
import type { FlagEntry, LiveView } from '../fleet/directory/entries.ts';
import { answerPage, type Lists, matching, orderOf } from '../fleet/directory/lists.ts';
import { liveViews } from '../fleet/directory/liveView.ts';
import { findFlagsById } from '../fleet/flags.ts';
import { findHeldFlags } from '../halfStaff/autopilot/heldFlags.ts';
import { withLiveState } from './flags.ts';

/** The searchable texts of the status (spec §5). */
const ONLINE = searchText(['Online']);
const OFFLINE = searchText(['Offline']);

const BY_NAME: readonly KeyOf<FlagEntry>[] = [({ nameKey }) => nameKey];

/** Columns whose order changes with what poles report. */
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
  const criteria = readCriteria(query);
  const factsOf = await storedFacts(ctx, query);
  const viewOf = liveViews(ctx.link, ctx.clock());

  const isMatch = matching<FlagEntry>(
    query,
    scope,
    placeOf,
    (entry, text) =>
      entry.text.includes(text) || (viewOf(entry).isOnline ? ONLINE : OFFLINE).includes(text),
  );
  const needsView = criteria.show.length > 0 || criteria.position !== null;
  const meets = (entry: FlagEntry) =>
    meetsCriteria(criteria, factsOf(entry), needsView ? viewOf(entry) : undefined);
  const columns: Record<FlagSortKey, KeyOf<FlagEntry>> = {
    company: ({ company }) => company.nameKey,
    flag: ({ nameKey }) => nameKey,
    location: ({ location }) => location.nameKey,
    status: (entry) => Number(viewOf(entry).isOnline),
    voltage: (entry) => viewOf(entry).voltage,
  };
  /** All flags that match the search, before the filters. */
  let searched: readonly FlagEntry[] = [];
  const find = (sort: SortState<FlagSortKey> | 'id') => {
    const order = orderOf(sort, columns, BY_NAME);
    const isLive = sort !== null && sort !== 'id' && LIVE_COLUMNS.includes(sort.key);
    const ordered = flags.inOrder(isLive ? orderOf(null, columns, BY_NAME) : order);
    searched = ordered.filter(isMatch);
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
  const isInPlace = matching<FlagEntry>({ company, location }, scope, placeOf);
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

const placeOf = ({ company, location }: FlagEntry) => ({
  companyId: company.id,
  locationId: location.id,
});

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

/**
 * Returns a function that returns the stored facts of a flag that its filters need. Alerts and holds
 * are read from the database, and only if the request needs them, because few flags have any.
 */
async function storedFacts(
  ctx: Context,
  { show = '', autopilot, counts }: FlagListQuery,
): Promise<(entry: FlagEntry) => FilteredFlag> {
  const wants = (isFiltered: boolean) => isFiltered || counts !== undefined;
  const openAlerts = wants(show.includes('alert'))
    ? await findOpenConditions(ctx.db.queries)
    : new Map<string, never>();
  const held = wants(autopilot !== undefined) ? await findHeldFlags(ctx) : new Set<string>();
  return ({ id, company, location }) => ({
    openAlerts: openAlerts.get(id) ?? [],
    state: location.state,
    autopilot: held.has(id) ? 'held' : company.followsOrders ? 'follows' : 'off',
  });
}
