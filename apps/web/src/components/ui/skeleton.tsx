import { cn } from '@/lib/cn.ts';

/** A grey shape in the place of what is loading; give it the true size. Appears after 200 ms. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className="animate-late">
      <div className={cn('animate-quiet-pulse rounded-sm bg-muted', className)} />
    </div>
  );
}

/** Rows of a table while its list loads, in the height of the true ones. */
export function TableSkeleton({ rows = 10, label }: { rows?: number; label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface"
    >
      <div className="flex h-9 items-center bg-muted/50 px-4">
        <Skeleton className="h-3 w-32" />
      </div>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex h-11 items-center gap-6 px-4">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      ))}
    </div>
  );
}
