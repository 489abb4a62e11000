import { useSyncExternalStore } from 'react';
import { onTick } from './clock.ts';

/**
 * A value that depends on the clock, read once a second. The component rerenders only when it
 * changes. @param read must return a primitive
 */
export function useTicked<T extends string | number | boolean | null>(read: () => T): T {
  return useSyncExternalStore(onTick, read);
}
