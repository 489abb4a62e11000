import { type FleetSummary, type PlaceFilter, type SessionUser, scopeOf } from '@halyard/domain';
import { useCallback, useSyncExternalStore } from 'react';
import { summaryPath, summaryStore } from '@/lib/realtime/summaryStore.ts';

/**
 * Returns the counts of all flags that the user sees, or of the flags in one company or location.
 * @param answered the counts in the latest API response, used until the server pushes newer ones
 */
export function useFleetSummary(
  user: SessionUser,
  place: PlaceFilter,
  answered: FleetSummary | undefined,
): FleetSummary | undefined {
  const path = summaryPath(scopeOf(user, 'flag.read'), place);
  const subscribe = useCallback(
    (listener: () => void) => (path === null ? () => {} : summaryStore.subscribe(path, listener)),
    [path],
  );
  const pushed = useSyncExternalStore(subscribe, () =>
    path === null ? undefined : summaryStore.get(path),
  );
  return pushed ?? answered;
}
