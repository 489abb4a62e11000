import { t } from '@lingui/core/macro';
import { Toast as Radix } from 'radix-ui';
import { useRef, useSyncExternalStore } from 'react';
import { CircleAlert, CircleCheck, X } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { closeTopWindow } from '@/lib/page/backCloses.ts';
import {
  dismissToast,
  NOTIFICATIONS_KEY,
  TOAST_DURATION_MS,
  toastStore,
} from '@/lib/page/toast.ts';
import { useToastFocus } from './useToastFocus.ts';

export { toast, toastError } from '@/lib/page/toast.ts';

const SWIPE_THRESHOLD_PX = 50;

function dismissShown(): void {
  const message = toastStore.getSnapshot();
  if (message) dismissToast(message.id);
}

/**
 * The notification area. Each message gets a new Radix provider, because later toasts in the same
 * provider might never close (radix-ui/primitives #2268).
 */
export function Toaster({ durationMs = TOAST_DURATION_MS }: { durationMs?: number }) {
  const message = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  const isFailure = message?.variant === 'destructive';
  const area = useRef<HTMLDivElement>(null);
  useToastFocus(area, dismissShown);
  return (
    <div ref={area} aria-live={isFailure ? 'assertive' : 'polite'}>
      <Radix.Provider
        key={message?.id ?? 'none'}
        duration={durationMs}
        swipeDirection="right"
        swipeThreshold={SWIPE_THRESHOLD_PX}
      >
        {message && (
          <Radix.Root
            open={message.open}
            onOpenChange={(open) => !open && dismissToast(message.id)}
            // Radix treats a message that appears later as above the dialog, and would send it the
            // Escape key meant for the dialog.
            onEscapeKeyDown={(event) => {
              if (closeTopWindow()) event.preventDefault();
            }}
            type={isFailure ? 'foreground' : 'background'}
            className="pointer-events-auto flex items-start gap-3 rounded-lg border border-border bg-raised py-3 pr-2 pl-4 shadow-float data-[state=closed]:animate-fade-out data-[state=open]:animate-toast-in data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-swipe-out data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
          >
            {isFailure ? (
              <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
            ) : (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
            )}
            <div data-radix-toast-announce-exclude="" className="grid min-w-0 flex-1 gap-0.5">
              <Radix.Title className={cn('font-medium break-words', isFailure && 'text-bad')}>
                {message.title}
              </Radix.Title>
              {message.description && (
                <Radix.Description className="break-words text-muted-foreground">
                  {message.description}
                </Radix.Description>
              )}
              {message.detail && (
                <p className="text-xs break-words text-muted-foreground">{message.detail}</p>
              )}
            </div>
            <Radix.Close
              aria-label={t`Close`}
              className="-my-1 grid size-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-accent-foreground touch:-my-3 touch:size-11"
            >
              <X aria-hidden="true" className="size-4" />
            </Radix.Close>
          </Radix.Root>
        )}
        <Radix.Viewport
          // Does not use `NOTIFICATIONS_KEY`, because a message with a value would load Lingui
          // before the sign-in.
          label={t`Notifications (F8)`}
          hotkey={[NOTIFICATIONS_KEY]}
          className="pointer-events-none fixed right-0 bottom-0 z-60 m-0 w-full max-w-[420px] list-none p-4 outline-none"
        />
      </Radix.Provider>
    </div>
  );
}
