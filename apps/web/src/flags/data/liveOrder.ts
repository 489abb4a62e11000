import {
  type FlagCriteria,
  type FlagSortKey,
  NO_CRITERIA,
  type SortState,
  searchQuery,
  searchText,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';

/** The labels in the Status column, normalized for searching. */
const STATUSES = [t`Online`, t`Offline`].map((status) => searchText([status]));

/** The columns whose values change when poles report. */
const LIVE_COLUMNS: readonly FlagSortKey[] = ['status', 'voltage', 'position'];

/** Returns whether pole reports can change which flags the list shows, or in which order. */
export function isLiveOrder(
  search: string,
  sort: SortState<FlagSortKey>,
  criteria: FlagCriteria = NO_CRITERIA,
): boolean {
  const query = searchQuery(search);
  const matchesStatus = query !== '' && STATUSES.some((status) => status.includes(query));
  const isLiveFilter = criteria.show.length > 0 || criteria.position !== null;
  return isLiveFilter || matchesStatus || (sort !== null && LIVE_COLUMNS.includes(sort.key));
}
