import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { useBackCloses } from '@/lib/backCloses.ts';
import { useIsMobile } from '@/lib/breakpoint.ts';
import { cn } from '@/lib/cn.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { dialogClasses, overlayClasses } from './dialogClasses.ts';
import { useEditedForms } from './edited.tsx';
import { useReturnFocus } from './useReturnFocus.ts';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  className?: string;
  children: ReactNode;
  /** A click beside it does not close it: what it shows cannot be had again. */
  keepOpen?: boolean;
  /** Where focus starts, if not on the first field of a form or else the first control. */
  onOpenAutoFocus?: ComponentProps<typeof Radix.Content>['onOpenAutoFocus'];
}

/**
 * A window over the page; focus returns to what opened it. Escape, Back and Close ask first where a form
 * in it was edited.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  className,
  children,
  keepOpen = false,
  onOpenAutoFocus,
}: DialogProps) {
  const focus = useReturnFocus();
  const content = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  const edited = useEditedForms();
  const [asking, setAsking] = useState(false);
  if (asking && !open) setAsking(false);
  const change = (next: boolean) => {
    if (!next && edited.isEdited()) setAsking(true);
    else onOpenChange(next);
  };
  useBackCloses(open, () => change(false), edited.isEdited);
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClasses} />
        <Radix.Content
          ref={content}
          // A form that fades out is not submitted again.
          inert={!open}
          // A form stands between the window and its body: it must not keep the body from scrolling.
          className={cn(
            dialogClasses,
            '[&>form]:flex [&>form]:min-h-0 [&>form]:flex-col',
            className,
          )}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            focus.remember();
            onOpenAutoFocus?.(event);
            // On a phone the keyboard would cover half of what has just opened.
            if (!isMobile && !event.defaultPrevented) focusFirstField(event);
          }}
          onInteractOutside={(event) => {
            // A form is left by its buttons or Escape: a slip of the pointer loses nothing typed.
            if (content.current?.querySelector('form')) event.preventDefault();
          }}
          onCloseAutoFocus={focus.giveBack}
          {...(keepOpen && { onInteractOutside: preventClose })}
        >
          <div className="flex shrink-0 items-start gap-4 border-b border-border px-5 py-4">
            <div className="grid min-w-0 flex-1 gap-1">
              <Radix.Title className="text-base leading-6 font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="text-muted-foreground">
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button
                variant="ghost"
                size="icon"
                aria-label="Close"
                className="-my-1 -mr-2 max-md:-my-2.5"
              >
                <X />
              </Button>
            </Radix.Close>
          </div>
          <edited.Provider>{children}</edited.Provider>
        </Radix.Content>
      </Radix.Portal>
      <ConfirmDialog
        open={open && asking}
        onOpenChange={setAsking}
        title="Discard changes?"
        description="Your changes are not saved."
        cancelLabel="Keep Editing"
        confirmLabel="Discard"
        destructive
        onConfirm={() => onOpenChange(false)}
      />
    </Radix.Root>
  );
}

const preventClose = (event: Event) => event.preventDefault();

/** A form begins at its first field, not at the Close button above it. */
function focusFirstField(event: Event): void {
  const field = (event.currentTarget as Element).querySelector('form input:not([readonly])');
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  field.focus();
}

/** The part of a dialog that scrolls. */
export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cn('grid min-h-0 scroll-py-14 gap-4 overflow-y-auto px-5 py-4', className)}
      {...props}
    />
  );
}

/** Buttons at the end; stays in sight. */
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
