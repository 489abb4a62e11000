import { type Flag, type FlagSummary, summarise } from '@halyard/domain';
import { useCallback } from 'react';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';

function* viewsOf(flags: readonly Flag[]) {
  for (const { id } of flags) {
    const state = flagStore.state(id);
    if (state) yield state.view;
  }
}

const sameSummary = (a: FlagSummary, b: FlagSummary) =>
  a.total === b.total &&
  a.online === b.online &&
  a.alerts === b.alerts &&
  a.notConfirmed === b.notConfirmed &&
  a.uptimePercent === b.uptimePercent;

/** How many of the flags are there, online and alarming; kept current once a second. */
export function useFlagSummary(flags: readonly Flag[]): FlagSummary {
  const compute = useCallback(() => summarise(viewsOf(flags)), [flags]);
  return useLiveValue(compute, sameSummary);
}
