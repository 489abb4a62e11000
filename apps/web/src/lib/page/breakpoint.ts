import { useSyncExternalStore } from 'react';

/** The width in pixels below which a screen is small (spec §9). Equals Tailwind's `md`. */
const MOBILE_BREAKPOINT_PX = 768;
/** Minimum screen width in pixels for two columns in a dialog. Equals Tailwind's `lg`. */
const WIDE_BREAKPOINT_PX = 1024;

function narrowerThan(px: number) {
  const query = () => window.matchMedia(`(max-width: ${px - 0.02}px)`);
  return {
    matches: () => query().matches,
    subscribe: (listener: () => void): (() => void) => {
      const list = query();
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
}

const mobile = narrowerThan(MOBILE_BREAKPOINT_PX);
const notWide = narrowerThan(WIDE_BREAKPOINT_PX);

export function useIsMobile(): boolean {
  return useSyncExternalStore(mobile.subscribe, mobile.matches);
}

export function useIsWide(): boolean {
  return !useSyncExternalStore(notWide.subscribe, notWide.matches);
}
