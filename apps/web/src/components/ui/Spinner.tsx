import { t } from '@lingui/core/macro';
import { LoaderCircle } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';

/** A spinning circle. It is decorative, unless it has a label. */
export function Spinner({ className, label }: { className?: string; label?: string }) {
  return (
    <LoaderCircle
      className={cn('size-4 shrink-0 animate-spin', className)}
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}

/** A spinner that fills the screen while the signed-in user is loading. */
export function FullScreenSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center bg-background">
      <Spinner className="size-6 text-muted-foreground" label={t`Loading`} />
    </div>
  );
}
