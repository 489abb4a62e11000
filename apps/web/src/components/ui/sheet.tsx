import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useBackCloses } from '@/lib/backCloses.ts';
import { cn } from '@/lib/cn.ts';
import { overlayClasses } from './dialogClasses.ts';
import { useReturnFocus } from './useReturnFocus.ts';

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Read out, not shown. */
  title: string;
  className?: string;
  children: ReactNode;
}

/** A panel that slides in from the left edge; Back closes it. */
export function Sheet({ open, onOpenChange, title, className, children }: SheetProps) {
  const focus = useReturnFocus();
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          className={cn(
            'fixed inset-y-0 left-0 z-40 flex max-w-[85vw] flex-col border-r border-border bg-background shadow-float data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left',
            className,
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
