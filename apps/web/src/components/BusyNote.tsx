import { t } from '@lingui/core/macro';
import { cn } from '@/lib/cn.ts';

/** Says, below a form's button, that the server is busy and that the form retries automatically. */
export function BusyNote({ shown, className }: { shown: boolean; className?: string }) {
  return (
    <p
      role="status"
      className={cn('text-center text-sm text-muted-foreground empty:hidden', className)}
    >
      {shown && t`Busy, trying again…`}
    </p>
  );
}
