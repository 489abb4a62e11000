import { type Flag, type FlagCriteria, type FlagSortKey, NO_CRITERIA } from '@halyard/domain';
import { useCallback, useDeferredValue, useMemo } from 'react';
import type { ListState } from '@/lib/lists/listState.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';
import {
  type DefaultOrder,
  isLiveOrder,
  orderFlags,
  prepareFlags,
  sameFlags,
} from './orderFlags.ts';

const stateOf = (id: string) => flagStore.state(id);

/**
 * The flags that a list shows. Updated with low priority, because keystrokes and clicks come first.
 */
interface ShownFlags {
  /** The search result in its order, across all pages. */
  ordered: readonly Flag[];
  /** The list state for which this result was computed. */
  list: ListState<FlagSortKey>;
  criteria: FlagCriteria;
}

/**
 * Returns the flags to show. @param asked the state that the user chose; without criteria there are
 * no filters
 */
export function useShownFlags(
  flags: readonly Flag[],
  asked: Pick<ShownFlags, 'list'> & Partial<Pick<ShownFlags, 'criteria'>>,
  defaultOrder: DefaultOrder,
): ShownFlags {
  const list = useDeferredValue(asked.list);
  const criteria = useDeferredValue(asked.criteria ?? NO_CRITERIA);
  const ordered = useOrderedFlags(flags, list, criteria, defaultOrder);
  return { ordered, list, criteria };
}

/**
 * Orders the flags. If the order depends on live values, it is computed at most once a second.
 * Returns the same array while the order does not change.
 */
function useOrderedFlags(
  flags: readonly Flag[],
  { search, sort }: Pick<ListState<FlagSortKey>, 'search' | 'sort'>,
  criteria: FlagCriteria,
  defaultOrder: DefaultOrder,
): readonly Flag[] {
  const prepared = useMemo(() => prepareFlags(flags, defaultOrder), [flags, defaultOrder]);
  const ordered = useMemo(
    () => orderFlags(prepared, search, sort, stateOf, criteria),
    [prepared, search, sort, criteria],
  );
  const live = isLiveOrder(search, sort, criteria);
  const compute = useCallback(
    () => (live ? orderFlags(prepared, search, sort, stateOf, criteria) : ordered),
    [live, ordered, prepared, search, sort, criteria],
  );
  return useLiveValue<readonly Flag[]>(compute, sameFlags);
}
