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

/** The searchable words for whether a pole is online (spec §5). */
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

/** Decides which flags match a query, for flag lists and mass moves. */
export interface FlagMatcher {
  criteria: FlagCriteria;
  /**
   * Whether a flag is in scope, belongs to the requested company and location, and matches the
   * search.
   */
  isFound: (entry: FlagEntry) => boolean;
  /** Whether a flag matches the filters. */
  meets: (entry: FlagEntry) => boolean;
}

/** Returns functions that decide whether a flag's current data matches a query. */
export function flagMatcher(scope: Scope, query: FlagMatchQuery): FlagMatcher {
  const criteria = readCriteria(query);
  const isFound = matching<FlagEntry>(
    query,
    scope,
    placeOfFlag,
    ({ text, facts }, searched) =>
      text.includes(searched) || (facts & IS_ONLINE ? ONLINE : OFFLINE).includes(searched),
  );
  // Many flags have the same facts, so remember the result for each combination of facts.
  const known = new Map<FlagFacts, boolean>();
  const meets = ({ facts }: FlagEntry) => {
    let result = known.get(facts);
    if (result === undefined) {
      const flag = flagOf(facts);
      result = meetsCriteria(criteria, flag, flag.view);
      known.set(facts, result);
    }
    return result;
  };
  return { criteria, isFound, meets };
}
