import { useCallback, useState } from 'react';
import { useIsMobile } from '@/lib/page/breakpoint.ts';
import { useShortcut } from '@/lib/page/shortcuts.ts';

const COOKIE = 'sidebar_state';
/** How long the cookie with the sidebar's state lasts: 7 days, in seconds (spec §2). */
const COOKIE_SECONDS = 604_800;

function readCookie(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=false`);
}

function writeCookie(open: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${COOKIE}=${open}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax`;
}

export interface SidebarState {
  isMobile: boolean;
  /** True if the sidebar is wide, false if it is collapsed to icons. */
  open: boolean;
  /** Whether the sidebar is open on a small screen, where it slides in as a sheet. */
  mobileOpen: boolean;
  setMobileOpen: (open: boolean) => void;
  toggle: () => void;
  expanded: boolean;
}

/**
 * Returns the state of the sidebar, which a cookie stores for a week. Ctrl or Meta plus B toggles
 * the sidebar.
 */
export function useSidebar(exists: boolean): SidebarState {
  const isMobile = useIsMobile();
  const [open, setOpen] = useState(readCookie);
  const [mobileOpen, setMobileOpen] = useState(false);

  const toggle = useCallback(() => {
    if (isMobile) {
      setMobileOpen((current) => !current);
      return;
    }
    writeCookie(!open);
    setOpen(!open);
  }, [isMobile, open]);

  useShortcut('sidebar', toggle, { enabled: exists });

  return {
    isMobile,
    open,
    mobileOpen,
    setMobileOpen,
    toggle,
    expanded: isMobile ? mobileOpen : open,
  };
}
