import { may, type SessionUser } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { lazyPart } from '@/components/lazyPart.tsx';
import { setUpListQuery } from '@/lib/api/query.ts';

const SetUpCard = lazyPart(() => import('./SetUpCard.tsx'));

/** The dashboard's notice of what is left to set up. Usually renders nothing. */
export function SetUpNotice({ user }: { user: SessionUser }) {
  const { data } = useQuery({ ...setUpListQuery(), enabled: may(user, 'setUpList.read') });
  if (!data?.isShown) return null;
  return (
    <Suspense>
      <SetUpCard user={user} list={data} />
    </Suspense>
  );
}
