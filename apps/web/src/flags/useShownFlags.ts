import type { Flag, FlagFilter } from '@halyard/domain';
import { useCallback, useDeferredValue, useMemo } from 'react';
import type { ListState } from '@/lib/listState.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';
import {
  type DefaultOrder,
  type FlagSortKey,
  isLiveOrder,
  orderFlags,
  prepareFlags,
  sameFlags,
} from './orderFlags.ts';

const stateOf = (id: string) => flagStore.state(id);

/** What a list of flags shows. It follows what is asked for when there is time: keys and clicks go first. */
interface ShownFlags {
  /** The search result in its order, over all pages. */
  ordered: readonly Flag[];
  /** What it is the result of. */
  list: ListState<FlagSortKey>;
  filter: FlagFilter | null;
}

/** @param asked what the person asks for */
export function useShownFlags(
  flags: readonly Flag[],
  asked: Pick<ShownFlags, 'list' | 'filter'>,
  defaultOrder: DefaultOrder,
): ShownFlags {
  const list = useDeferredValue(asked.list);
  const filter = useDeferredValue(asked.filter);
  const ordered = useOrderedFlags(flags, list, filter, defaultOrder);
  return { ordered, list, filter };
}

/**
 * Where the order depends on live values it is worked out anew at most once a second; the same array
 * is given as long as nothing moved.
 */
function useOrderedFlags(
  flags: readonly Flag[],
  { search, sort }: Pick<ListState<FlagSortKey>, 'search' | 'sort'>,
  filter: FlagFilter | null,
  defaultOrder: DefaultOrder,
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
