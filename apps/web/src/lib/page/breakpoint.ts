import { useSyncExternalStore } from 'react';

/** A screen narrower than this many pixels is small (spec §9); Tailwind's `md`. */
const MOBILE_BREAKPOINT_PX = 768;

const query = () => window.matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px)`);

function subscribe(listener: () => void): () => void {
  const list = query();
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches);
}
