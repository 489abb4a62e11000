import { type FilterCounts, type Flag, type FlagCriteria, filterCounts } from '@halyard/domain';
import { useCallback } from 'react';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';

const sameCounts = (a: FilterCounts, b: FilterCounts) =>
  a.size === b.size && [...a].every(([key, count]) => b.get(key) === count);

const viewOf = ({ id }: Flag) => flagStore.state(id)?.view;
const factsOf = (flag: Flag) => flag;

/** Returns the counts of the filters, updated at most once a second. */
export function useFilterCounts(flags: readonly Flag[], criteria: FlagCriteria): FilterCounts {
  const compute = useCallback(
    () => filterCounts(flags, criteria, viewOf, factsOf),
    [flags, criteria],
  );
  return useLiveValue(compute, sameCounts);
}
