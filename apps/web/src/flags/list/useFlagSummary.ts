import { ALERT_CONDITIONS, type Flag, type FlagSummary, summarise } from '@halyard/domain';
import { useCallback } from 'react';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';

function* alertedViews(flags: readonly Flag[]) {
  for (const { id, openAlerts } of flags) {
    const state = flagStore.state(id);
    if (state) yield { openAlerts, view: state.view };
  }
}

const sameSummary = (a: FlagSummary, b: FlagSummary) =>
  a.total === b.total &&
  a.online === b.online &&
  a.alerts === b.alerts &&
  a.notConfirmed === b.notConfirmed &&
  ALERT_CONDITIONS.every((each) => a.otherAlerts[each] === b.otherAlerts[each]) &&
  a.uptimePercent === b.uptimePercent;

/** Counts all flags, online flags and alerts, at most once a second. */
export function useFlagSummary(flags: readonly Flag[]): FlagSummary {
  const compute = useCallback(() => summarise(alertedViews(flags)), [flags]);
  return useLiveValue(compute, sameSummary);
}
