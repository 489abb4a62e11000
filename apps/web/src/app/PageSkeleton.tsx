import { t } from '@lingui/core/macro';
import { ListSkeleton, Skeleton } from '@/components/ui/Skeleton.tsx';

/** A placeholder shown while a page's code loads. */
export function PageSkeleton() {
  return (
    <div className="mx-auto grid w-full max-w-[96rem] gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-4 w-64" />
      </div>
      <ListSkeleton label={t`Loading page`} />
    </div>
  );
}
