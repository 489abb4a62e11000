import { t } from '@lingui/core/macro';
import { AlertDialog as Radix } from 'radix-ui';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { cn } from '@/lib/cn.ts';
import { isSecondOfDoubleClick } from '@/lib/forms/doubleClick.ts';
import { useBackCloses } from '@/lib/page/backCloses.ts';
import { Button } from './Button.tsx';
import type { ConfirmDialogProps } from './ConfirmDialog.tsx';
import { dialogClasses, overlayProps } from './dialogClasses.ts';
import { useEnter } from './useEnter.ts';
import { useReturnFocus } from './useReturnFocus.ts';

/** Renders `ConfirmDialog`. Its code is loaded together with the code of the other overlays. */
export function ConfirmWindow({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  pendingLabel = confirmLabel,
  cancelLabel = t`Cancel`,
  destructive = false,
  pending = false,
  confirmDisabled = false,
  onConfirm,
  enterConfirms = false,
  otherActions,
  children,
}: ConfirmDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirmButton = useRef<HTMLButtonElement>(null);
  const confirm = useConfirm(open, onConfirm);
  useEnter(open && enterConfirms, content, confirmButton);
  const focus = useReturnFocus();
  const change = (next: boolean) => {
    if (!pending) onOpenChange(next);
  };
  useBackCloses(
    open,
    () => change(false),
    () => pending,
  );
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay {...overlayProps} />
        <Radix.Content
          ref={content}
          // Ignores keys and clicks while it fades out.
          inert={!open}
          className={cn(dialogClasses, 'max-w-md')}
          onOpenAutoFocus={(event) => {
            focus.remember();
            event.preventDefault();
            (enterConfirms ? confirmButton : cancel).current?.focus();
          }}
          onCloseAutoFocus={focus.giveBack}
        >
          <div className="grid min-h-0 grid-cols-1 gap-1.5 overflow-y-auto px-5 py-4 break-words">
            <Radix.Title className="text-base leading-6 font-semibold">{title}</Radix.Title>
            <Radix.Description className="text-muted-foreground">{description}</Radix.Description>
            {children}
          </div>
          <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-border px-5 py-3 max-md:*:flex-1">
            <Radix.Cancel asChild>
              <Button ref={cancel} disabled={pending}>
                {cancelLabel}
              </Button>
            </Radix.Cancel>
            {otherActions}
            <Button
              ref={confirmButton}
              variant={destructive ? 'destructive' : 'primary'}
              pending={pending}
              disabled={confirmDisabled}
              onClick={confirm}
            >
              {pending ? pendingLabel : confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Returns a click handler for the confirm button. It ignores the double click that opened the
 * dialog, and repeated clicks while the action runs.
 */
function useConfirm(open: boolean, onConfirm: () => void) {
  const [count, setCount] = useState(0);
  const state = useRef({ wasConfirmed: false, isRunning: false });
  useEffect(() => {
    if (!open) state.current.wasConfirmed = false;
  }, [open]);
  useEffect(() => {
    state.current.isRunning = false;
  }, [count]);
  return (event: MouseEvent) => {
    const { wasConfirmed, isRunning } = state.current;
    if (isRunning || (!wasConfirmed && isSecondOfDoubleClick(event))) return;
    state.current = { wasConfirmed: true, isRunning: true };
    setCount(count + 1);
    onConfirm();
  };
}
