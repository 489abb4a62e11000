import { t } from '@lingui/core/macro';
import { Dialog as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import { X } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { useBackCloses } from '@/lib/page/backCloses.ts';
import { useIsMobile } from '@/lib/page/breakpoint.ts';
import { Button } from './Button.tsx';
import { ConfirmWindow } from './ConfirmWindow.tsx';
import type { DialogProps } from './Dialog.tsx';
import { dialogClasses, overlayProps } from './dialogClasses.ts';
import { useEditedForms } from './Edited.tsx';
import { useReturnFocus } from './useReturnFocus.ts';

/**
 * A dialog over the page. When it closes, focus returns to the element that opened it. If a form in
 * the dialog was edited, Escape, the browser's Back button and Close ask for confirmation first.
 */
export function DialogWindow({
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
        <Radix.Overlay {...overlayProps} />
        <Radix.Content
          ref={content}
          // A form cannot be submitted again while it fades out.
          inert={!open}
          // If there is a form between the window and its body, the body must still be able to
          // scroll.
          className={cn(
            dialogClasses,
            '[&>form]:flex [&>form]:min-h-0 [&>form]:flex-col',
            className,
          )}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            focus.remember();
            onOpenAutoFocus?.(event);
            // On a phone, the on-screen keyboard would cover half of the dialog.
            if (!isMobile && !event.defaultPrevented) focusFirstField(event);
          }}
          onInteractOutside={(event) => {
            // A form closes only by its buttons or Escape, so that a stray click loses nothing.
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
                aria-label={t`Close`}
                className="-my-1 -mr-2 max-md:-my-2.5"
              >
                <X />
              </Button>
            </Radix.Close>
          </div>
          <edited.Provider>{children}</edited.Provider>
        </Radix.Content>
      </Radix.Portal>
      <ConfirmWindow
        open={open && asking}
        onOpenChange={setAsking}
        title={t`Discard changes?`}
        description={t`Your changes will be lost.`}
        cancelLabel={t`Keep editing`}
        confirmLabel={t`Discard`}
        destructive
        onConfirm={() => onOpenChange(false)}
      />
    </Radix.Root>
  );
}

const preventClose = (event: Event) => event.preventDefault();

/** Focuses the first field of a form, instead of the Close button above it. */
function focusFirstField(event: Event): void {
  const field = (event.currentTarget as Element).querySelector(
    'form :is(input, textarea):not([readonly])',
  );
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  field.focus();
}
