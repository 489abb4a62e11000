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

/** Returns whether what the poles report can change which flags the list shows, or their order. */
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
