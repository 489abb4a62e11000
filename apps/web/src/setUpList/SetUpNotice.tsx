import { may, type SessionUser } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '@/components/lazyPart.tsx';
import { setUpListQuery } from '@/lib/api/query.ts';

const SetUpCard = lazyPart(() => import('./SetUpCard.tsx'));

/**
 * The setup checklist on the dashboard. Renders nothing once setup is complete or the checklist is
 * hidden.
 */
export function SetUpNotice({ user }: { user: SessionUser }) {
  const { data } = useQuery({ ...setUpListQuery(), enabled: may(user, 'setUpList.read') });
  if (!data?.isShown) return null;
  return (
    <Suspense>
      <SetUpCard user={user} list={data} />
    </Suspense>
  );
}
