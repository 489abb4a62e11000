import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn.ts';
import { useOverlaysOf } from './overlays.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  className?: string;
  children: ReactNode;
  /**
   * Keeps the dialog open when the user clicks outside it, for content that cannot be shown again,
   * such as a new secret.
   */
  keepOpen?: boolean;
  /**
   * Chooses the control that gets the focus when the dialog opens. Defaults to the first field of a
   * form or, if there is none, the first control.
   */
  onOpenAutoFocus?: (event: Event) => void;
}

/**
 * A dialog over the page. When it closes, focus returns to the element that opened it. If a form in
 * the dialog was edited, Escape, the browser's Back button and Close ask for confirmation first.
 */
export function Dialog(props: DialogProps) {
  const parts = useOverlaysOf(props.open, () => props.onOpenChange(false));
  return parts && <parts.DialogWindow {...props} />;
}

/** The scrolling content of a dialog. */
export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'relative grid min-h-0 scroll-py-14 gap-4 overflow-y-auto px-5 py-4',
        className,
      )}
      {...props}
    />
  );
}

/** The buttons at the bottom of a dialog, always visible. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'flex shrink-0 flex-wrap justify-end gap-2 border-t border-border px-5 py-3 max-md:*:flex-1',
        className,
      )}
      {...props}
    />
  );
}
