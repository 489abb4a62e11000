import {
  type FlagCriteria,
  type FlagListQuery,
  meetsCriteria,
  readCriteria,
  type Scope,
  searchText,
} from '@halyard/domain';
import type { KeyOf } from '../fleet/directory/catalog.ts';
import type { FlagEntry } from '../fleet/directory/entries.ts';
import { matching } from '../fleet/directory/lists.ts';
import { type FlagFacts, flagOf, ONLINE as IS_ONLINE } from '../fleet/facts/flagFacts.ts';

/** The searchable text of online poles: a search for "online" finds them (spec §5). */
const ONLINE = searchText(['Online']);
const OFFLINE = searchText(['Offline']);

/** The default order of flags. */
export const BY_NAME: readonly KeyOf<FlagEntry>[] = [({ nameKey }) => nameKey];

/** Returns the IDs of a flag's company and location. */
export const placeOfFlag = ({ company, location }: FlagEntry) => ({
  companyId: company.id,
  locationId: location.id,
});

/** The parameters that select flags in a query for a flag list: the search text and the filters. */
export type FlagMatchQuery = Pick<
  FlagListQuery,
  'q' | 'show' | 'state' | 'position' | 'autopilot' | 'company' | 'location'
>;

/** How many flags have a given status, and whether that status matches the filters. */
interface StatusCount {
  meets: boolean;
  count: number;
}

/** The flags that match a query, and the number of flags with each status. */
export interface MatchedFlags {
  /** The filters of the query. */
  criteria: FlagCriteria;
  /** The matching flags, in the order in which they were given. */
  found: FlagEntry[];
  /** The number of flags with each status before the filters are applied. */
  searched: ReadonlyMap<FlagFacts, number>;
  /** The number of matching flags with each status. */
  counts: ReadonlyMap<FlagFacts, number>;
}

/**
 * Returns the flags that are in scope, belong to the requested company and location, and match the
 * search and the filters.
 */
export function matchFlags(
  entries: readonly FlagEntry[],
  scope: Scope,
  query: FlagMatchQuery,
): MatchedFlags {
  const criteria = readCriteria(query);
  const isFound = matching<FlagEntry>(
    query,
    scope,
    placeOfFlag,
    ({ text, facts }, searched) =>
      text.includes(searched) || (facts & IS_ONLINE ? ONLINE : OFFLINE).includes(searched),
  );
  // Many flags have the same status, so the filters are checked only once for each status.
  const statuses = new Map<FlagFacts, StatusCount>();
  const found: FlagEntry[] = [];
  for (const entry of entries) {
    if (!isFound(entry)) continue;
    const { facts } = entry;
    let status = statuses.get(facts);
    if (status === undefined) {
      const flag = flagOf(facts);
      status = { meets: meetsCriteria(criteria, flag, flag.view), count: 0 };
      statuses.set(facts, status);
    }
    status.count++;
    if (status.meets) found.push(entry);
  }
  const counted = [...statuses].map(([facts, { count, meets }]) => ({ facts, count, meets }));
  const countsOf = (some: typeof counted) =>
    new Map(some.map(({ facts, count }) => [facts, count]));
  return {
    criteria,
    found,
    searched: countsOf(counted),
    counts: countsOf(counted.filter(({ meets }) => meets)),
  };
}
