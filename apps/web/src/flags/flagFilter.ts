import { FLAG_FILTERS, type Flag, type FlagFilter, passesFilter } from '@halyard/domain';
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';

export const FILTER_LABELS: Record<FlagFilter, string> = {
  online: 'Online',
  offline: 'Offline',
  alert: 'Alert',
  'not-confirmed': 'Not confirmed',
};

/** Of the address; an export's too. */
export const SHOW_PARAM = 'show';

/** The flags' page, narrowed. */
export const filteredFlagsHref = (filter: FlagFilter) => `/flags?${SHOW_PARAM}=${filter}`;

/** The filter in the page's address; a step in the history, so that Back takes it away. */
export function useFlagFilter(): [
  filter: FlagFilter | null,
  setFilter: (next: FlagFilter | null) => void,
] {
  const [params, setParams] = useSearchParams();
  const filter = FLAG_FILTERS.find((known) => known === params.get(SHOW_PARAM)) ?? null;
  const setFilter = useCallback(
    (next: FlagFilter | null) =>
      setParams((current) => {
        const changed = new URLSearchParams(current);
        changed.delete('page');
        if (next === null) changed.delete(SHOW_PARAM);
        else changed.set(SHOW_PARAM, next);
        return changed;
      }),
    [setParams],
  );
  return [filter, setFilter];
}

type Counts = Record<FlagFilter, number>;

const sameCounts = (a: Counts, b: Counts) =>
  FLAG_FILTERS.every((filter) => a[filter] === b[filter]);

/** How many flags each filter leaves; kept current once a second. */
export function useFilterCounts(flags: readonly Flag[]): Counts {
  const compute = useCallback(() => {
    const counts: Counts = { online: 0, offline: 0, alert: 0, 'not-confirmed': 0 };
    for (const flag of flags) {
      const view = flagStore.state(flag.id)?.view;
      for (const filter of FLAG_FILTERS) if (passesFilter(filter, flag, view)) counts[filter]++;
    }
    return counts;
  }, [flags]);
  return useLiveValue(compute, sameCounts);
}
