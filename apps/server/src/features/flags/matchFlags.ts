import {
  type FilteredFlag,
  type FlagCriteria,
  type FlagListQuery,
  meetsCriteria,
  readCriteria,
  type Scope,
  searchText,
} from '@halyard/domain';
import { findOpenConditions } from '../alerts/queries/openConditions.ts';
import type { Context } from '../calls/context.ts';
import type { KeyOf } from '../fleet/directory/catalog.ts';
import type { FlagEntry, LiveView } from '../fleet/directory/entries.ts';
import { matching } from '../fleet/directory/lists.ts';
import { liveViews } from '../fleet/directory/liveView.ts';
import { findHeldFlags } from '../halfStaff/autopilot/heldFlags.ts';

/** The texts for a pole's status that a search can match (spec §5). */
const ONLINE = searchText(['Online']);
const OFFLINE = searchText(['Offline']);

/** The default order of flags. */
export const BY_NAME: readonly KeyOf<FlagEntry>[] = [({ nameKey }) => nameKey];

/** Returns the IDs of a flag's company and location. */
export const placeOfFlag = ({ company, location }: FlagEntry) => ({
  companyId: company.id,
  locationId: location.id,
});

/** The search and the filters of a list of flags. */
export type FlagMatchQuery = Pick<
  FlagListQuery,
  'q' | 'show' | 'state' | 'position' | 'autopilot' | 'company' | 'location' | 'counts'
>;

/** Decides which flags a list shows, and which a mass move by query moves. */
export interface FlagMatcher {
  criteria: FlagCriteria;
  viewOf: (entry: FlagEntry) => LiveView;
  /** Returns the stored facts that the filters need. */
  factsOf: (entry: FlagEntry) => FilteredFlag;
  /** Whether a flag is in scope, in the requested place, and found by the search. */
  isFound: (entry: FlagEntry) => boolean;
  /** Whether a flag meets the filters. */
  meets: (entry: FlagEntry) => boolean;
}

/** Returns what decides whether a flag matches a query now. All answers are of the same moment. */
export async function flagMatcher(
  ctx: Context,
  scope: Scope,
  query: FlagMatchQuery,
): Promise<FlagMatcher> {
  const criteria = readCriteria(query);
  const factsOf = await storedFacts(ctx, query);
  const viewOf = liveViews(ctx.link, ctx.clock());
  const isFound = matching<FlagEntry>(
    query,
    scope,
    placeOfFlag,
    (entry, text) =>
      entry.text.includes(text) || (viewOf(entry).isOnline ? ONLINE : OFFLINE).includes(text),
  );
  const needsView = criteria.show.length > 0 || criteria.position !== null;
  const meets = (entry: FlagEntry) =>
    meetsCriteria(criteria, factsOf(entry), needsView ? viewOf(entry) : undefined);
  return { criteria, viewOf, factsOf, isFound, meets };
}

/**
 * Returns a function that returns those facts of a flag that the filters need and that are stored
 * in the database. Alerts and holds are read only if the request needs them, because few flags have
 * any.
 */
async function storedFacts(
  ctx: Context,
  { show = '', autopilot, counts }: FlagMatchQuery,
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
