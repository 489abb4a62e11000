import { LoaderCircle } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';

/** Turning circle; decoration beside a text unless it is given a label. */
export function Spinner({ className, label }: { className?: string; label?: string }) {
  return (
    <LoaderCircle
      className={cn('size-4 shrink-0 animate-spin', className)}
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}

/** The whole screen while it is not yet known who is signed in. */
export function FullScreenSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center bg-background">
      <Spinner className="size-6 text-muted-foreground" label="Loading" />
    </div>
  );
}
