import type { Flag, FlagFilter } from '@halyard/domain';
import { useCallback, useMemo } from 'react';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';
import type { SortState } from '@/lib/sort.ts';
import {
  type DefaultOrder,
  type FlagSortKey,
  isLiveOrder,
  orderFlags,
  prepareFlags,
  sameFlags,
} from './orderFlags.ts';

const stateOf = (id: string) => flagStore.state(id);

/**
 * The search result in its order, over all pages. Where that depends on live values it is worked
 * out anew at most once a second; the same array is given as long as nothing moved.
 */
export function useOrderedFlags(
  flags: readonly Flag[],
  search: string,
  sort: SortState<FlagSortKey>,
  defaultOrder: DefaultOrder,
  filter: FlagFilter | null = null,
): readonly Flag[] {
  const prepared = useMemo(() => prepareFlags(flags, defaultOrder), [flags, defaultOrder]);
  const ordered = useMemo(
    () => orderFlags(prepared, search, sort, stateOf, filter),
    [prepared, search, sort, filter],
  );
  const live = isLiveOrder(search, sort, filter);
  const compute = useCallback(
    () => (live ? orderFlags(prepared, search, sort, stateOf, filter) : ordered),
    [live, ordered, prepared, search, sort, filter],
  );
  return useLiveValue<readonly Flag[]>(compute, sameFlags);
}
