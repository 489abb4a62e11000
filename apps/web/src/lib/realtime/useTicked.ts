import { useMemo, useSyncExternalStore } from 'react';
import { onTick, tickCount } from './clock.ts';

/**
 * A value that depends on the clock, read once a second. The component rerenders only when it
 * changes. @param read must return a primitive
 */
export function useTicked<T extends string | number | boolean | null>(read: () => T): T {
  const readOnce = useMemo(() => oncePerTick(read), [read]);
  return useSyncExternalStore(onTick, readOnce);
}

/**
 * Wraps `read`, so that its result stays the same until the next tick. React reads a store several
 * times per render and expects the same value, even if a second passes in between.
 */
function oncePerTick<T>(read: () => T): () => T {
  let tick = tickCount();
  let value = read();
  return () => {
    if (tick !== tickCount()) {
      tick = tickCount();
      value = read();
    }
    return value;
  };
}
