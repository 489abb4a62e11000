import { useSyncExternalStore } from 'react';
import { onTick } from './clock.ts';

/**
 * A value of the clock that is looked at once a second; the component renders again only when it
 * changed.
 * @param read must give a primitive
 */
export function useTicked<T extends string | number | boolean | null>(read: () => T): T {
  return useSyncExternalStore(onTick, read);
}
