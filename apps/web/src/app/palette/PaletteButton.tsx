import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Search } from '@/components/icons/index.ts';
import { keysText } from '@/lib/page/shortcuts.ts';
import type { Palette } from './usePalette.ts';

/** The button that opens the command palette. On a phone it shows only its icon. */
export function PaletteButton({ palette }: { palette: Palette }) {
  return (
    <button
      ref={palette.button}
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      title={t`Go to a company, location, flag or page, or run a command`}
      onClick={() => palette.setOpen(true)}
      className="inline-flex h-8 shrink-0 items-center gap-2 rounded-md text-sm text-muted-foreground transition-colors duration-100 hover:bg-accent hover:text-accent-foreground max-md:w-11 max-md:justify-center touch:h-11 mouse:w-56 md:border md:border-control/60 md:bg-surface md:px-2.5"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1 text-left max-md:sr-only">
        <Trans>Jump to…</Trans>
      </span>
      <span
        aria-hidden="true"
        className="rounded-sm border border-border px-1.5 font-sans text-xs leading-4 touch:hidden"
      >
        {keysText('palette')}
      </span>
    </button>
  );
}
