import {
  AUTOPILOT_STATES,
  FLAG_FILTERS,
  type Flag,
  type FlagCriteria,
  type FlagView,
  meetsCriteria,
  POSITION_FILTERS,
  toggledFilter,
} from '@halyard/domain';
import { useCallback } from 'react';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';

/**
 * The number of flags that the list would show if a filter were chosen, by filter: `show=alert`,
 * `state=OH` and so on. A missing entry means 0.
 */
export type FilterCounts = ReadonlyMap<string, number>;

/** Counts, for each filter, the flags that match it and the other active filters. */
export function filterCounts(
  flags: readonly Flag[],
  criteria: FlagCriteria,
  viewOf: (id: string) => FlagView | undefined,
): FilterCounts {
  const { show } = criteria;
  const choices: [key: string, criteria: FlagCriteria][] = [
    ...FLAG_FILTERS.map((filter): [string, FlagCriteria] => [
      `show=${filter}`,
      show.includes(filter) ? criteria : { ...criteria, show: toggledFilter(show, filter) },
    ]),
    ...POSITION_FILTERS.map((position): [string, FlagCriteria] => [
      `position=${position}`,
      { ...criteria, position },
    ]),
    ...AUTOPILOT_STATES.map((autopilot): [string, FlagCriteria] => [
      `autopilot=${autopilot}`,
      { ...criteria, autopilot },
    ]),
  ];
  const anyState = { ...criteria, state: null };
  const counts = new Map<string, number>();
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const flag of flags) {
    const view = viewOf(flag.id);
    for (const [key, chosen] of choices) if (meetsCriteria(chosen, flag, view)) count(key);
    if (meetsCriteria(anyState, flag, view)) count(`state=${flag.state}`);
  }
  return counts;
}

const sameCounts = (a: FilterCounts, b: FilterCounts) =>
  a.size === b.size && [...a].every(([key, count]) => b.get(key) === count);

const viewOf = (id: string) => flagStore.state(id)?.view;

/** Returns the counts of the filters, updated at most once a second. */
export function useFilterCounts(flags: readonly Flag[], criteria: FlagCriteria): FilterCounts {
  const compute = useCallback(() => filterCounts(flags, criteria, viewOf), [flags, criteria]);
  return useLiveValue(compute, sameCounts);
}
