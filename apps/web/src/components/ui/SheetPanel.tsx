import { Dialog as Radix } from 'radix-ui';
import { cn } from '@/lib/cn.ts';
import { useBackCloses } from '@/lib/page/backCloses.ts';
import { overlayProps } from './dialogClasses.ts';
import type { SheetProps } from './Sheet.tsx';
import { useReturnFocus } from './useReturnFocus.ts';

/** A panel that slides in from the left edge. The browser's Back button closes it. */
export function SheetPanel({ open, onOpenChange, title, className, children }: SheetProps) {
  const focus = useReturnFocus();
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay {...overlayProps} />
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
