import {
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type FlagState, flagStore } from './flagStore.ts';

/** Returns a flag's live state; undefined until a list with the flag has arrived. */
export function useFlagState(id: string): FlagState | undefined {
  // Stable, because each subscription tells the session which flags are on screen.
  const subscribe = useCallback((listener: () => void) => flagStore.subscribe(id, listener), [id]);
  return useSyncExternalStore(subscribe, () => flagStore.state(id));
}

/** Minimum time between two runs of a computation over all flags, in milliseconds. */
const LOOK_MS = 1000;

/**
 * Computes a value from the live state of many flags. Updates it after changes, at most once a
 * second, but immediately after the user's own action.
 * @param compute must be stable; a new function runs immediately
 */
export function useLiveValue<T>(compute: () => T, isEqual: (a: T, b: T) => boolean): T {
  const initial = useMemo(compute, [compute]);
  const [latest, setLatest] = useState({ compute, value: initial });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lookedAt = Number.NEGATIVE_INFINITY;
    let missed = false;
    const look = () => {
      lookedAt = Date.now();
      missed = false;
      const value = compute();
      // A transition, so that user input has priority.
      startTransition(() =>
        setLatest((old) =>
          old.compute === compute && isEqual(old.value, value) ? old : { compute, value },
        ),
      );
    };
    const wait = () => {
      timer = setTimeout(
        () => {
          timer = undefined;
          if (missed) look();
        },
        Math.max(0, lookedAt + LOOK_MS - Date.now()),
      );
    };
    const changed = (urgent: boolean) => {
      missed = true;
      if (urgent) look();
      // Runs in a separate task, because many passes together would make one long task.
      if (timer === undefined) wait();
    };
    // Picks up changes between rendering and this effect.
    look();
    wait();
    const unsubscribe = flagStore.subscribeAny(changed);
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [compute, isEqual]);
  return latest.compute === compute ? latest.value : initial;
}
