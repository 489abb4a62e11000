import { cn } from '@/lib/cn.ts';

/**
 * A gray placeholder, shown after 200 ms while content is loading. Give it the size of the content.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className="animate-late">
      <div className={cn('animate-quiet-pulse rounded-sm bg-muted', className)} />
    </div>
  );
}

/** A grid of cards, with as many columns as the list has room for. */
export const CARD_GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3';

interface ListSkeletonProps {
  label: string;
  rows?: number;
  /** Whether the list has master controls above it. */
  controls?: boolean;
}

/**
 * A placeholder for a loading list: rows with the height of real rows, or cards if there is little
 * room.
 */
export function ListSkeleton({ label, rows = 10, controls = false }: ListSkeletonProps) {
  const items = Array.from({ length: rows }, (_, index) => index);
  return (
    <div role="status" aria-label={label} className="@container">
      <div className="hidden divide-y divide-border overflow-hidden rounded-lg border border-border bg-surface @min-[55rem]:block">
        {controls && (
          <div className="flex h-14 items-center px-4">
            <Skeleton className="h-3.5 w-40" />
          </div>
        )}
        <div className="flex h-9 items-center bg-muted/50 px-4">
          <Skeleton className="h-3 w-32" />
        </div>
        {items.map((index) => (
          <div key={index} className="flex h-[2.8125rem] items-center justify-between gap-6 px-4">
            <Skeleton className="h-3.5 w-40" />
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="h-3.5 w-36" />
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-3.5 w-56" />
          </div>
        ))}
      </div>
      <div className="grid gap-4 @min-[55rem]:hidden">
        {controls && (
          <div className="grid h-[6.875rem] content-between rounded-lg border border-border bg-surface p-4">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-8" />
          </div>
        )}
        <div className={CARD_GRID}>
          {items.map((index) => (
            <div
              key={index}
              className="grid h-56 content-between rounded-lg border border-border bg-surface p-4"
            >
              <div className="grid gap-2">
                <Skeleton className="h-4 w-36" />
                <Skeleton className="h-3.5 w-60" />
              </div>
              <Skeleton className="h-9 w-24" />
              <Skeleton className="h-12" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
