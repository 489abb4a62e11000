import { type FlagPlace, type FleetSummary, type SessionUser, scopeOf } from '@halyard/domain';
import { useCallback, useSyncExternalStore } from 'react';
import { summaryPath, summaryStore } from '@/lib/realtime/summaryStore.ts';

/**
 * Returns the numbers of all flags that the user sees, or of those in one place: as the server
 * pushes them, or as it last answered them.
 * @param answered the summary in the latest answer
 */
export function useFleetSummary(
  user: SessionUser,
  place: FlagPlace,
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
