import type { SessionUser } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '@/components/lazyPart.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { isFailing, sourceDraftsQuery, sourcesQuery } from './sourceQueries.ts';

const SourceNoticeCards = lazyPart(() => import('./SourceNoticeCards.tsx'));

/**
 * The dashboard's notices about order sources that have problems or drafts to review. Renders
 * nothing if there are none, or if the user is not allowed to manage order sources.
 */
export function SourceNotices({ user }: { user: SessionUser }) {
  const failing = useQuery(sourcesQuery(user)).data?.sources.filter(isFailing).length ?? 0;
  const drafts = useQuery(sourceDraftsQuery(user)).data?.length ?? 0;
  if (failing + drafts === 0) return null;
  return (
    <Suspense fallback={<Skeleton className="h-16" />}>
      <SourceNoticeCards failing={failing} drafts={drafts} />
    </Suspense>
  );
}
