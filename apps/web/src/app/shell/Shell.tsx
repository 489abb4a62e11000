import { ROLE_FACTS } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { loadOverlays } from '@/components/ui/overlays.ts';
import { MoveNotices } from '@/flags/control/MoveNotices.tsx';
import { BulkStatus } from '@/flags/master/bulk/BulkStatus.tsx';
import { ExportStatus } from '@/importExport/exports/ExportStatus.tsx';
import { recentEntries } from '@/lib/lists/recentEntries.ts';
import { firstPage } from '@/lib/page/firstPage.ts';
import { SKIP_LINK_ID, useShortcut } from '@/lib/page/shortcuts.ts';
import { usePageWidth } from '@/lib/page/useByWidth.ts';
import { useOnceOpened } from '@/lib/page/useOnceOpened.ts';
import { useSessionCheck } from '@/lib/realtime/useSessionCheck.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { useOfflineApp } from '@/offline/useOfflineApp.ts';
import { usePalette } from '../palette/usePalette.ts';
import { usePageKeys } from '../shortcuts/usePageKeys.ts';
import { Header } from './Header.tsx';
import { LogoutDialog } from './LogoutDialog.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { MobileSidebar, Sidebar } from './Sidebar.tsx';
import { UpgradeNotice } from './UpgradeNotice.tsx';
import { useSidebar } from './useSidebar.ts';

const loadPalette = () => import('../palette/CommandPalette.tsx');
const CommandPalette = lazyDialog(loadPalette, ({ onOpenChange }) => onOpenChange(false));

const KeyboardSheet = lazyDialog(
  () => import('../shortcuts/KeyboardSheet.tsx'),
  ({ onOpenChange }) => onOpenChange(false),
);

/**
 * The frame of every page for signed-in users: the header and, for most roles, the sidebar (spec
 * §2).
 */
export function Shell({ children }: { children: ReactNode }) {
  const { id, role } = useCurrentUser();
  const hasSidebar = ROLE_FACTS[role].sidebar !== 'none';
  useSessionCheck();
  useOfflineApp();
  const sidebar = useSidebar(hasSidebar);
  const [loggingOut, setLoggingOut] = useState(false);
  const askLogout = useCallback(() => setLoggingOut(true), []);
  const frame = usePageWidth();
  const palette = usePalette();
  const [showingKeys, setShowingKeys] = useState(false);
  const keysUsed = useOnceOpened(showingKeys);
  useShortcut('sheet', () => setShowingKeys(true));
  usePageKeys();
  const paletteUsed = useOnceOpened(palette.open);
  useFetchedLater();
  // Deletes the recent entries of a user whose session ended while no page was open.
  useEffect(() => void recentEntries(id), [id]);
  return (
    <div className="flex min-h-dvh">
      <a
        id={SKIP_LINK_ID}
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-primary px-3 py-2 font-medium text-primary-foreground touch:py-3 focus:translate-y-0"
      >
        <Trans>Skip to content</Trans>
      </a>
      {hasSidebar &&
        (sidebar.isMobile ? (
          <MobileSidebar
            open={sidebar.mobileOpen}
            onOpenChange={sidebar.setMobileOpen}
            onLogout={askLogout}
          />
        ) : (
          <Sidebar collapsed={!sidebar.open} onLogout={askLogout} />
        ))}
      <div className="flex min-w-0 flex-1 flex-col">
        <Header
          sidebar={hasSidebar ? { toggle: sidebar.toggle, expanded: sidebar.expanded } : null}
          palette={palette}
          onLogout={askLogout}
          onShortcuts={() => setShowingKeys(true)}
        />
        <main id="main" tabIndex={-1} className="flex-1 p-4 outline-none md:p-6">
          <div ref={frame}>{children}</div>
        </main>
        <MoveNotices />
        {/* In one sticky element, so that they do not cover each other. */}
        <div className="pointer-events-none sticky bottom-0 z-30">
          <BulkStatus>
            <ExportStatus />
          </BulkStatus>
          <OfflineNotice />
          <UpgradeNotice />
        </div>
      </div>
      {paletteUsed && (
        <Suspense fallback={null}>
          <CommandPalette open={palette.open} onOpenChange={palette.setOpen} onLogout={askLogout} />
        </Suspense>
      )}
      {keysUsed && (
        <Suspense fallback={null}>
          <KeyboardSheet open={showingKeys} onOpenChange={setShowingKeys} />
        </Suspense>
      )}
      <LogoutDialog open={loggingOut} onOpenChange={setLoggingOut} />
    </div>
  );
}

/**
 * How long to wait between two attempts to fetch the code of the overlays and the palette, in
 * milliseconds.
 */
const FETCH_AGAIN_MS = 10_000;

/**
 * Fetches the code of the overlays and the palette after the first page has loaded, so that they
 * open even if the connection is lost later.
 */
function useFetchedLater(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const load = async () => {
      try {
        await firstPage;
        await loadOverlays();
        // Fetched early because it is small and because it receives the keys that users type right
        // after its shortcut.
        await loadPalette();
      } catch {
        if (!isOver) timer = setTimeout(() => void load(), FETCH_AGAIN_MS);
      }
    };
    void load();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
}
