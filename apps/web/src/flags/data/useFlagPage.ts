import {
  criteriaCount,
  type FilterCounts,
  type Flag,
  type FlagCriteria,
  type FlagPage,
  type FlagSelection,
  type FlagSortKey,
  type FleetSummary,
  type MasterCounts,
  NO_CRITERIA,
  noMasterCounts,
  type PlaceFilter,
  type SessionUser,
  type SortState,
  writeCriteria,
} from '@halyard/domain';
import { useDeferredValue, useMemo } from 'react';
import type { ListState } from '@/lib/lists/listState.ts';
import { type ListPageResult, useListPage } from '@/lib/lists/useListPage.ts';
import { EVERYWHERE, placeQuery } from '../filters/flagPlace.ts';
import { isLiveOrder } from './liveOrder.ts';
import { useControlsOf } from './useControlsOf.ts';
import { useFleetSummary } from './useFleetSummary.ts';
import { useLiveRefetch } from './useLiveRefetch.ts';

/** One page of a list of flags. */
export interface FlagPageResult extends Pick<ListPageResult<'listFlags'>, 'query' | 'total'> {
  rows: readonly Flag[];
  /** Whether there are no flags at all in the chosen company or location. */
  isEmpty: boolean;
  /**
   * The counts of all flags in the chosen company or location, regardless of search and filters.
   */
  summary: FleetSummary | undefined;
  /**
   * Counts of the flags that the master buttons, such as All Up, would move: every flag that
   * matches the search and filters, on all pages.
   */
  controls: MasterCounts;
  /** The number of flags that each filter would show. */
  counts: FilterCounts;
  selection: FlagSelection;
  /**
   * The chosen company and location; null if none is chosen or the user is not allowed to see it.
   */
  place: FlagPage['place'];
  /** A key for the requested search, filters, sort order and page. */
  asked: string;
  /**
   * Whether the rows belong to the requested page. If not, the rows of the previous page are still
   * shown.
   */
  isSettled: boolean;
  /** Whether pole reports can change which flags are in the list, or their order. */
  isLive: boolean;
}

interface FlagPageOptions {
  criteria?: FlagCriteria;
  place?: PlaceFilter;
  /** The initial sort order; by name if omitted. */
  unsorted?: SortState<FlagSortKey>;
}

const NO_CONTROLS = noMasterCounts();

/**
 * Fetches one page of a list of flags, with the counts shown next to the list. The rows on screen
 * are live. If the search, a filter or the sort order depends on pole reports, the page is
 * refetched as reports arrive.
 */
export function useFlagPage(
  user: SessionUser,
  list: Pick<ListState<FlagSortKey>, 'search' | 'sort' | 'page' | 'pageSize'>,
  { criteria = NO_CRITERIA, place = EVERYWHERE, unsorted = null }: FlagPageOptions = {},
): FlagPageResult {
  const more = useMemo(
    () => ({ ...writeCriteria(criteria), ...placeQuery(place) }),
    [criteria, place],
  );
  const { query, searched } = useListPage(
    'listFlags',
    { ...list, sort: list.sort ?? unsorted },
    { ...more, counts: 'true' },
  );
  const asked = JSON.stringify([more, searched, list.sort, list.page, list.pageSize]);
  // Deferred, so that the rows render in the background without delaying user input.
  const { answer, isAnswered, of } = useDeferredValue(
    useMemo(
      () => ({ answer: query.data, isAnswered: !query.isPlaceholderData, of: asked }),
      [query.data, query.isPlaceholderData, asked],
    ),
  );
  const summary = useFleetSummary(user, place, answer?.summary);
  const isNarrowed = searched !== '' || criteriaCount(criteria) > 0;
  const isLive = isLiveOrder(searched, list.sort, criteria);
  useLiveRefetch(query, isNarrowed || isLive, summary);
  const selection = useMemo(
    () => ({ ...more, ...(searched !== '' && { q: searched }) }),
    [more, searched],
  );
  const filtered = isNarrowed ? answer?.counts : summary?.counts;
  const counts = useMemo(() => new Map(Object.entries(filtered ?? {})), [filtered]);
  const rows = (answer?.items ?? NONE) as readonly Flag[];
  const total = answer?.total;
  const ofRows = useControlsOf(rows);
  const counted = isNarrowed ? answer?.controls : summary?.controls;
  // If all flags are on screen, their master controls also show what the user has just requested.
  const controls = total === rows.length ? ofRows : counted;
  return {
    query,
    rows,
    total,
    isEmpty: summary?.total === 0 && isAnswered,
    isSettled: isAnswered && of === asked,
    summary,
    controls: controls ?? NO_CONTROLS,
    counts,
    place: answer?.place,
    asked,
    selection,
    isLive,
  };
}

const NONE: readonly Flag[] = [];
