import { useMemo, useSyncExternalStore } from 'react';
import { onTick, tickCount } from './clock.ts';

/**
 * Returns a value that depends on the clock, updated once a second.
 * @param read must return a primitive
 */
export function useTicked<T extends string | number | boolean | null>(read: () => T): T {
  const readOnce = useMemo(() => oncePerTick(read), [read]);
  return useSyncExternalStore(onTick, readOnce);
}

/**
 * Makes `read` return the same value until the next tick, because React requires a store to be
 * stable during a render.
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
