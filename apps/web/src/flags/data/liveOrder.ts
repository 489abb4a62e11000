import {
  type FlagCriteria,
  type FlagSortKey,
  NO_CRITERIA,
  type SortState,
  searchQuery,
  searchText,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';

/** The searchable texts of the Status column. */
const STATUSES = [t`Online`, t`Offline`].map((status) => searchText([status]));

/**
 * Returns whether the sort order or the rows themselves depend on what the poles report. If so, they
 * may change even if no flag is added, edited or deleted.
 */
export function isLiveOrder(
  search: string,
  sort: SortState<FlagSortKey>,
  criteria: FlagCriteria = NO_CRITERIA,
): boolean {
  const query = searchQuery(search);
  const matchesStatus = query !== '' && STATUSES.some((status) => status.includes(query));
  const isLiveFilter = criteria.show.length > 0 || criteria.position !== null;
  return isLiveFilter || matchesStatus || sort?.key === 'status' || sort?.key === 'voltage';
}
