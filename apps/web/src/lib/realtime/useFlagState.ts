import { startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type FlagState, flagStore } from './flagStore.ts';

/** One flag's live state; undefined until a list has brought the flag. */
export function useFlagState(id: string): FlagState | undefined {
  return useSyncExternalStore(
    (listener) => flagStore.subscribe(id, listener),
    () => flagStore.state(id),
  );
}

/** Milliseconds between two looks at all flags: sorting by a live column, counting, filtering. */
const LOOK_MS = 1000;

/**
 * Something worked out from many flags' live state: at once when it begins to change, then at most
 * once a second, and at once after the person's own act. The component renders again only where
 * `isEqual` says that it differs.
 * @param compute must be stable; a new one is run at once
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
      // What the person does meanwhile goes first.
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
      // Never at once: each look is a task of its own, or many would make a long one of a frame.
      if (timer === undefined) wait();
    };
    // What came between rendering and this effect.
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
