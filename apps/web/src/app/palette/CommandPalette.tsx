import { Dialog as Radix } from 'radix-ui';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { overlayClasses } from '@/components/ui/dialogClasses.ts';
import { useReturnFocus } from '@/components/ui/useReturnFocus.ts';
import { useBackCloses } from '@/lib/backCloses.ts';
import { useCurrentUser } from '@/lib/currentUser.ts';
import type { Entry } from './findEntries.ts';
import { PaletteSearch } from './PaletteSearch.tsx';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLogout: () => void;
}

/** One field that goes to any page, company, location or flag, and starts any act that has a place. */
export default function CommandPalette({ open, onOpenChange, onLogout }: CommandPaletteProps) {
  const user = useCurrentUser();
  const focus = useReturnFocus();
  const [, navigate] = useLocation();
  const chosen = useRef<Entry['to'] | null>(null);
  useBackCloses(open, () => onOpenChange(false));

  const onCloseAutoFocus = (event: Event) => {
    focus.giveBack(event);
    const to = chosen.current;
    chosen.current = null;
    // Only now that the palette is gone: what opens next takes the focus, and gives it back.
    if (typeof to === 'function') to();
    if (typeof to !== 'string') return;
    document.getElementById('main')?.focus();
    navigate(to);
  };

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed top-[max(0.5rem,12dvh)] left-1/2 z-40 flex max-h-[min(30rem,80dvh)] w-[calc(100vw-1rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-border bg-raised shadow-float data-[state=open]:animate-fade-in max-md:top-2"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <PaletteSearch
            user={user}
            onLogout={onLogout}
            onChosen={(to) => {
              chosen.current = to;
              onOpenChange(false);
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
