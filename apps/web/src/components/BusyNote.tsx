import { cn } from '@/lib/cn.ts';

/** Below a form's button: the server is busy, and nobody needs to press it again. */
export function BusyNote({ shown, className }: { shown: boolean; className?: string }) {
  return (
    <p
      role="status"
      className={cn('text-center text-sm text-muted-foreground empty:hidden', className)}
    >
      {shown && 'Busy, trying again…'}
    </p>
  );
}
