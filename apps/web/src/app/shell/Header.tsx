import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { Logo } from '@/components/brand/Logo.tsx';
import { CircleQuestionMark, LogOut, PanelLeft } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Tooltip, TooltipGroup } from '@/components/ui/Tooltip.tsx';
import { useHelpAddress } from '@/help/useHelpAddress.ts';
import { useProductName } from '@/lib/api/config.ts';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import type { Palette } from '../palette/usePalette.ts';
import { ConnectionIndicator } from './ConnectionIndicator.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';
import { UserMenu } from './UserMenu.tsx';

interface HeaderProps {
  /** The state of the sidebar; null if the user's role has none. */
  sidebar: { toggle: () => void; expanded: boolean } | null;
  palette: Palette;
  onLogout: () => void;
  onShortcuts: () => void;
}

export function Header({ sidebar, palette, onLogout, onShortcuts }: HeaderProps) {
  const product = useProductName();
  const help = useHelpAddress();
  // This state is kept here because the tooltip group remounts its children when the tooltips load.
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className="print:hidden sticky top-0 z-20 flex h-12 shrink-0 items-center gap-1 border-b border-border bg-background px-2 md:px-4 zoomed:gap-0 zoomed:px-0">
      <TooltipGroup>
        {sidebar ? (
          <Tooltip content={t`Toggle sidebar (Ctrl B)`} side="bottom">
            <Button
              variant="ghost"
              size="icon"
              aria-label={t`Toggle sidebar`}
              aria-expanded={sidebar.expanded}
              aria-keyshortcuts="Control+B Meta+B"
              onClick={sidebar.toggle}
            >
              <PanelLeft aria-hidden="true" />
            </Button>
          </Tooltip>
        ) : (
          <Link
            href="/"
            className="flex min-w-0 items-center gap-2.5 rounded-sm px-2 font-semibold tracking-tight touch:h-11"
          >
            <Logo className="shrink-0 text-primary" />
            <span className="truncate">{product}</span>
          </Link>
        )}
        <div className="flex-1" />
        <PaletteButton palette={palette} />
        <ConnectionIndicator />
        {help && (
          <Tooltip content={t`Help for this page`} side="bottom">
            {/* Hidden on phones, where there is room only for the menu. The menu also contains
                Help. */}
            <Button asChild variant="ghost" size="icon" className="max-md:hidden">
              <a href={help} target="_blank" rel="noopener" aria-label={t`Help`}>
                <CircleQuestionMark aria-hidden="true" />
              </a>
            </Button>
          </Tooltip>
        )}
        <ThemeToggle />
        <UserMenu
          open={menuOpen}
          setOpen={setMenuOpen}
          onLogout={onLogout}
          onShortcuts={onShortcuts}
        />
        <Tooltip content={t`Logout`} side="bottom">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t`Logout`}
            // Hidden on phones, where there is room only for the menu. The menu also contains
            // Logout.
            className="max-md:hidden"
            onClick={onLogout}
          >
            <LogOut aria-hidden="true" />
          </Button>
        </Tooltip>
      </TooltipGroup>
    </header>
  );
}
